/**
 * What is asked of a TrainJob, one concern in each class, each a pure function from the TrainJob and its runtime to findings (sections 10.1 to 10.4).
 * Called in order by {@link io.trainyard.core.admission.TrainJobValidator}; frameworks and schedulers add their own rules as plugins.
 */
@NullMarked
package io.trainyard.core.admission.trainjob;

import org.jspecify.annotations.NullMarked;
