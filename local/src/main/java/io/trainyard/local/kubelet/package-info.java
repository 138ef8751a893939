/**
 * The node of a laptop: runs the pods that are bound to it as processes of this machine. Serves the API server in this
 * JVM and a real one alike. Start with {@link io.trainyard.local.kubelet.ProcessKubelet}, then {@code PodWorker}. Decisions are in the pure
 * packages {@code life}, {@code environment}, {@code naming} and {@code spec}; this package and {@code process} do what they say. Nothing of
 * {@code local.api} may be imported.
 */
@NullMarked
package io.trainyard.local.kubelet;

import org.jspecify.annotations.NullMarked;
