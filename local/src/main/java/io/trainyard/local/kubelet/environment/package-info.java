/**
 * The variables, the program and the arguments of a container (POD-13 to POD-17, LOCAL-61 to LOCAL-65). Pure. Start with
 * {@link io.trainyard.local.kubelet.environment.EnvironmentBuilder}.
 */
@NullMarked
package io.trainyard.local.kubelet.environment;

import org.jspecify.annotations.NullMarked;
