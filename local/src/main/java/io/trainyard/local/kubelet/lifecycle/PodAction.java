package io.trainyard.local.kubelet.lifecycle;

import io.trainyard.local.kubelet.spec.ContainerSpec;
import java.time.Instant;

/** Something to do for a pod. */
public sealed interface PodAction {
    /** Set up folders, addresses and volumes. */
    record Prepare() implements PodAction {}

    record Start(ContainerSpec container) implements PodAction {}

    record Stop(ContainerSpec container) implements PodAction {}

    /** Decide again at this time. */
    record Wait(Instant until) implements PodAction {}

    /** Nothing runs and nothing will: write the last status and let go of everything. */
    record Finish() implements PodAction {}
}
