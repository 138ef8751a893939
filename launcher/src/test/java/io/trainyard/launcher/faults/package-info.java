/** The controller on an API server that does not behave: lost and refused answers, old news, kills between any two writes. Start with {@link io.trainyard.launcher.faults.EveryStepIT}. */
@NullMarked
package io.trainyard.launcher.faults;

import org.jspecify.annotations.NullMarked;
