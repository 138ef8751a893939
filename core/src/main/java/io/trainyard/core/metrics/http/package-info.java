/**
 * The port that is scraped. Start with {@link io.trainyard.core.metrics.http.MetricsServer}. What is counted is decided
 * elsewhere; no Micrometer here.
 */
@NullMarked
package io.trainyard.core.metrics.http;

import org.jspecify.annotations.NullMarked;
