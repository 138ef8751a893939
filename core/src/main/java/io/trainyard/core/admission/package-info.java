/**
 * What the admission webhooks decide, without HTTP: a request in, an answer out. Read {@link io.trainyard.core.admission.AdmissionWebhook} first. The same
 * code validates the input of {@code render} and {@code run}, so that a mistake reads the same everywhere. No client, no Vert.x.
 */
@NullMarked
package io.trainyard.core.admission;

import org.jspecify.annotations.NullMarked;
