/** TrainJobs that wait for quota in a real Kueue. */
@NullMarked
package io.trainyard.launcher.kueue;

import org.jspecify.annotations.NullMarked;
