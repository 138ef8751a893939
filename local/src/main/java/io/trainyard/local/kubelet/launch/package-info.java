/**
 * From a container of a pod to the program that is started: command, arguments, variables, mounts, working folder. Pure, but for
 * {@link io.trainyard.local.kubelet.launch.EnvironmentFile}. Start with {@link io.trainyard.local.kubelet.launch.LaunchBuilder}. Must not see the packages node,
 * sandbox, container and pod.
 */
@NullMarked
package io.trainyard.local.kubelet.launch;

import org.jspecify.annotations.NullMarked;
