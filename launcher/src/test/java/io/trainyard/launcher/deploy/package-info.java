/** What lies in the folder {@code deploy}: manifests, roles, the Helm chart, monitoring; on a real API server where that tells more. */
@NullMarked
package io.trainyard.launcher.deploy;

import org.jspecify.annotations.NullMarked;
