/**
 * The simulated JobSet controller. {@link io.trainyard.local.controllers.jobset.ReconcileSteps} decide
 * what is to be done and does no I/O; {@link io.trainyard.local.controllers.jobset.JobSetController} does it.
 */
@NullMarked
package io.trainyard.local.controllers.jobset;

import org.jspecify.annotations.NullMarked;
