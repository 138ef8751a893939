package io.trainyard.local.kubelet.lifecycle;

import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A pod so far. Immutable.
 *
 * @param startTime when the kubelet took it on
 * @param prepared whether its volumes and addresses are set up
 * @param preparing whether that is going on at this moment
 * @param prepareAt when to try to set it up
 * @param containers by name, init containers first
 * @param end why it is being stopped; empty when it is not
 */
public record PodState(
        PodSpec spec,
        Instant startTime,
        boolean prepared,
        boolean preparing,
        Instant prepareAt,
        Map<String, ContainerStatus> containers,
        Optional<PodTermination> end) {

    /** A pod that was just bound to the node. */
    public static PodState fresh(PodSpec spec, Instant now) {
        Map<String, ContainerStatus> containers = new LinkedHashMap<>();
        String reason = spec.initContainers().isEmpty() ? "ContainerCreating" : "PodInitializing";
        spec.allContainers().forEach(container -> containers.put(container.name(), ContainerStatus.fresh(now, reason)));
        return new PodState(spec, now, false, false, now, containers, Optional.empty());
    }

    public ContainerStatus of(ContainerSpec container) {
        return Objects.requireNonNull(containers.get(container.name()), container.name());
    }

    public PodState with(ContainerSpec container, UnaryOperator<ContainerStatus> change) {
        Map<String, ContainerStatus> changed = new LinkedHashMap<>(containers);
        changed.put(container.name(), change.apply(of(container)));
        return new PodState(spec, startTime, prepared, preparing, prepareAt, changed, end);
    }

    public PodState nowPreparing() {
        return new PodState(spec, startTime, false, true, prepareAt, containers, end);
    }

    public PodState nowPrepared() {
        return new PodState(spec, startTime, true, false, prepareAt, containers, end);
    }

    /** Setting it up failed for now. */
    public PodState unprepared(Instant again) {
        return new PodState(spec, startTime, false, false, again, containers, end);
    }

    /** It is to be stopped; a deletion comes on top of other reasons, nothing else does. */
    public PodState ending(PodTermination why) {
        boolean first = end.isEmpty()
                || (why.isDeletion()
                        && why.remaining(why.since()).compareTo(end.get().remaining(why.since())) < 0);
        return first
                ? new PodState(spec, startTime, prepared, preparing, prepareAt, containers, Optional.of(why))
                : this;
    }

    /** Whether nothing is known of its containers yet: none has run, failed or been kept waiting. */
    public boolean isBeginning() {
        return end.isEmpty() && containers.values().stream().allMatch(ContainerStatus::isFresh);
    }

    boolean anyAlive(List<ContainerSpec> some) {
        return some.stream().map(this::of).anyMatch(current -> current.isRunning() || current.busy());
    }

    /** Whether nothing runs, nor is being started or stopped. */
    public boolean isQuiet() {
        return !preparing && !anyAlive(spec.allContainers());
    }

    /** Whether all ordinary init containers have ended well, and all sidecars have started. */
    boolean isInitialized() {
        return spec.initContainers().stream().allMatch(this::isPassed);
    }

    boolean isPassed(ContainerSpec init) {
        ContainerStatus current = of(init);
        if (init.role() == ContainerSpec.Role.SIDECAR) {
            return current.started()
                    || (current.hasRun() && spec.containers().stream().anyMatch(main -> of(main).hasRun()));
        }
        return current.state() instanceof ContainerState.Terminated how && how.isSuccess();
    }

    /** Whether an init container has failed for good. */
    boolean isInitFailed() {
        return spec.initContainers().stream()
                .anyMatch(init -> of(init).state() instanceof ContainerState.Terminated how && !how.isSuccess());
    }

    boolean areMainContainersTerminated() {
        return spec.containers().stream().allMatch(main -> of(main).isTerminated());
    }

    /** Whether nothing will be started any more. */
    public boolean isTerminating() {
        return end.isPresent() || isInitFailed() || areMainContainersTerminated();
    }

    /** Whether nothing will be started any more, and nothing runs. */
    public boolean isTerminated() {
        return isTerminating() && isQuiet();
    }
}
