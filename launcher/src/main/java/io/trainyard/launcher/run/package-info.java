/**
 * Training on this machine without a cluster: an API server, controllers, a kubelet and the controller of TrainJobs in one process.
 * Start with {@link io.trainyard.launcher.run.LocalRunProcess}.
 */
@NullMarked
package io.trainyard.launcher.run;

import org.jspecify.annotations.NullMarked;
