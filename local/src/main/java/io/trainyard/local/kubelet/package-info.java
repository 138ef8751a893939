/**
 * A kubelet: runs the pods that are bound to its node, on this machine, for the API server in this JVM and for a real one alike. Start with
 * {@link io.trainyard.local.kubelet.ProcessKubelet}; then {@code pod.PodWorker}, of which there is one for each pod.
 *
 * <p>Decisions are pure: {@code lifecycle} (what to do for a pod next, what its status says), {@code launch} (the program that a container becomes),
 * {@code environment}, {@code naming} and {@code spec}. The others do what these say, each seeing only those before it: {@code node} (what all pods
 * share), {@code sandbox} (what the containers of a pod share), {@code container}, {@code pod}. Containers are run by {@code process} or
 * {@code engine}.
 *
 * <p>Of {@code local}, only the client may be imported, never the API server or the controllers: this is also a node of real clusters.
 */
@NullMarked
package io.trainyard.local.kubelet;

import org.jspecify.annotations.NullMarked;
