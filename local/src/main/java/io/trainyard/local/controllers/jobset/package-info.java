/**
 * The simulated JobSet controller (JS-70 to JS-99a, LOCAL-51, LOCAL-52). {@link io.trainyard.local.controllers.jobset.JobSetDecider} decides
 * what is to be done and does no I/O; {@link io.trainyard.local.controllers.jobset.JobSetController} does it.
 */
@NullMarked
package io.trainyard.local.controllers.jobset;

import org.jspecify.annotations.NullMarked;
