/** Puts runtimes onto a cluster, for the Helm chart's installer. */
@NullMarked
package io.trainyard.launcher.install;

import org.jspecify.annotations.NullMarked;
