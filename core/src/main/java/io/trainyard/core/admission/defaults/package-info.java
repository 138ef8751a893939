/** What the mutating webhook fills in, each as a pure function. Called by {@link io.trainyard.core.admission.TrainJobDefaultingWebhook}. */
@NullMarked
package io.trainyard.core.admission.defaults;

import org.jspecify.annotations.NullMarked;
