package io.trainyard.core.view;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One pod of a TrainJob.
 *
 * @param step name of its replicated job; empty when it has none
 * @param jobIndex number of its Job within the replicated job, from 0
 * @param index its number within its Job, from 0; for training pods the number of the node
 * @param attempt how often the whole JobSet was started before this pod was made, from 0
 * @param pod its name
 * @param uid identifies it
 * @param phase {@code Pending}, {@code Running}, {@code Succeeded}, {@code Failed} or {@code Unknown}
 * @param reason why it is there, of the pod as a whole; may be empty
 * @param message likewise
 * @param host the machine that it runs on; empty until it has one
 * @param ready whether it is ready
 * @param deleting whether it is being removed
 * @param created when it was created
 * @param scheduled when it found its machine; empty before
 * @param containers init containers first
 */
public record NodeView(
        String step,
        int jobIndex,
        int index,
        int attempt,
        String pod,
        String uid,
        String phase,
        String reason,
        String message,
        Optional<String> host,
        boolean ready,
        boolean deleting,
        Instant created,
        Optional<Instant> scheduled,
        List<ContainerView> containers) {
    public NodeView {
        containers = List.copyOf(containers);
    }

    /** How often containers of it were started again. */
    public int restarts() {
        return containers.stream().mapToInt(ContainerView::restarts).sum();
    }

    /** When the first of its containers was last started, init containers included; empty when none was. */
    public Optional<Instant> started() {
        return containers.stream()
                .flatMap(container -> container.started().stream())
                .min(Instant::compareTo);
    }

    /** True when nothing more will happen to it. */
    public boolean isOver() {
        return phase.equals("Succeeded") || phase.equals("Failed");
    }
}
