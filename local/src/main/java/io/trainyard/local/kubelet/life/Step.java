package io.trainyard.local.kubelet.life;

import io.trainyard.local.kubelet.spec.ContainerSpec;
import java.time.Instant;

/** Something to do for a pod. */
public sealed interface Step {
    /** Set up folders, addresses and volumes. */
    record Prepare() implements Step {}

    record Start(ContainerSpec container) implements Step {}

    record Stop(ContainerSpec container) implements Step {}

    /** Decide again at this time. */
    record Wait(Instant until) implements Step {}

    /** Nothing runs and nothing will: write the last status and let go of everything. */
    record Finish() implements Step {}
}
