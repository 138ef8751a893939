/**
 * Scenarios that play in two worlds, our simulation and a real control plane, and must end in the same objects. A suite of scenarios is an
 * interface with tests on a {@link io.trainyard.local.scenario.Stage}; one class runs it in each world.
 */
@NullMarked
package io.trainyard.local.scenario;

import org.jspecify.annotations.NullMarked;
