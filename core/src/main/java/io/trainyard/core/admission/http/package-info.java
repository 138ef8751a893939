/**
 * The webhook server that the API server asks before it stores an object: HTTP, JSON and patches, but no decisions. Start with
 * {@link io.trainyard.core.admission.http.AdmissionServer}; what is decided comes in as {@link io.trainyard.core.admission.AdmissionWebhook}s.
 */
@NullMarked
package io.trainyard.core.admission.http;

import org.jspecify.annotations.NullMarked;
