/**
 * The variables, the program and the arguments of a container. Pure. Start with
 * {@link io.trainyard.local.kubelet.environment.EnvironmentBuilder}.
 */
@NullMarked
package io.trainyard.local.kubelet.environment;

import org.jspecify.annotations.NullMarked;
