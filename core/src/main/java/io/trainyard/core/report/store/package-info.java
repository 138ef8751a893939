/**
 * Where reports go in the cluster: into the status of their TrainJob, and at its end into a ConfigMap beside it. See
 * {@link io.trainyard.core.report.store.ConfigMapHistory}.
 */
@NullMarked
package io.trainyard.core.report.store;

import org.jspecify.annotations.NullMarked;
