/**
 * What we count, under the names that dashboards for controllers already use. Start with
 * {@link io.trainyard.core.metrics.ReconcileMetrics}. Names are written with dots; the registry that is scraped turns them into
 * underscores and adds units and {@code _total}. No Vert.x and no Kubernetes client here.
 */
@NullMarked
package io.trainyard.core.metrics;

import org.jspecify.annotations.NullMarked;
