/** The webhooks of a cluster in the API server of a local run, without HTTP. Start with {@link io.trainyard.launcher.admission.LocalWebhooks}. */
@NullMarked
package io.trainyard.launcher.admission;

import org.jspecify.annotations.NullMarked;
