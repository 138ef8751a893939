/**
 * The loop: takes a key from the queue, looks at what is known of the cluster, makes it as it should be, says how it goes. Start with {@link
 * io.trainyard.core.reconcile.TrainJobReconciler}; {@link io.trainyard.core.reconcile.Dispatcher} calls it.
 */
@NullMarked
package io.trainyard.core.reconcile;

import org.jspecify.annotations.NullMarked;
