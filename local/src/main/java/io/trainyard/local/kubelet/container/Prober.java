package io.trainyard.local.kubelet.container;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.local.kubelet.node.NodeContext;
import io.trainyard.local.kubelet.probe.Endpoint;
import io.trainyard.local.kubelet.probe.ProbeCount;
import io.trainyard.local.kubelet.process.RunningContainer;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.PodSpec;
import io.trainyard.local.kubelet.spec.ProbeSpec;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The probes of one run of a container: the startup probe first, the others when it has passed. On the event loop. */
final class Prober {
    private final NodeContext node;
    private final PodSpec pod;
    private final ContainerSpec container;
    private final RunningContainer running;
    private final Endpoint endpoint;
    private final Listener listener;
    private final Consumer<String> broken;

    /** Of each probe that waits for its turn. */
    private final Map<Kind, TimeSource.Cancellable> timers = new EnumMap<>(Kind.class);

    private boolean started;
    private boolean ready;
    private boolean over;

    /** Is told when the answers change. */
    interface Listener {
        void probed(boolean started, boolean ready);
    }

    Prober(
            NodeContext node,
            PodSpec pod,
            ContainerSpec container,
            RunningContainer running,
            Endpoint endpoint,
            Listener listener,
            Consumer<String> broken) {
        this.node = node;
        this.pod = pod;
        this.container = container;
        this.running = running;
        this.endpoint = endpoint;
        this.listener = listener;
        this.broken = broken;
        this.started = container.startupProbe().isEmpty();
        this.ready = started && container.readinessProbe().isEmpty();
    }

    private enum Kind {
        STARTUP,
        READINESS,
        LIVENESS
    }

    void start() {
        if (started) {
            startOthers();
        } else {
            repeat(Kind.STARTUP, container.startupProbe());
        }
    }

    private void startOthers() {
        repeat(Kind.READINESS, container.readinessProbe());
        repeat(Kind.LIVENESS, container.livenessProbe());
    }

    private void repeat(Kind kind, Optional<ProbeSpec> probe) {
        probe.ifPresent(spec -> after(spec.initialDelay(), kind, spec, ProbeCount.beginning(kind == Kind.LIVENESS)));
    }

    private void after(Duration delay, Kind kind, ProbeSpec spec, ProbeCount count) {
        if (!over) {
            timers.put(kind, node.time().after(delay, () -> ask(kind, spec, count)));
        }
    }

    private void ask(Kind kind, ProbeSpec spec, ProbeCount count) {
        if (over) {
            return;
        }
        timers.remove(kind);
        node.actions().run(spec.action(), running, endpoint, spec.timeout()).onComplete(outcome -> {
            if (!over) {
                String problem = outcome.succeeded()
                        ? ""
                        : String.valueOf(outcome.cause().getMessage());
                answered(kind, spec, count.after(outcome.succeeded(), spec), problem);
            }
        });
    }

    private void answered(Kind kind, ProbeSpec spec, ProbeCount count, String problem) {
        if (!problem.isEmpty()) {
            node.events()
                    .warning(
                            pod.reference(),
                            "Unhealthy",
                            kind + " probe of container " + container.name() + " failed: " + problem);
        }
        if (kind != Kind.READINESS && count.hasFailed(spec)) {
            over = true;
            broken.accept(kind + " probe failed: " + problem);
            return;
        }
        if (kind == Kind.STARTUP && count.result()) {
            change(true, container.readinessProbe().isEmpty());
            startOthers();
            return;
        }
        if (kind == Kind.READINESS && count.result() != ready) {
            change(started, count.result());
        }
        after(spec.period(), kind, spec, count);
    }

    private void change(boolean nowStarted, boolean nowReady) {
        started = nowStarted;
        ready = nowReady;
        listener.probed(started, ready);
    }

    void stop() {
        over = true;
        timers.values().forEach(TimeSource.Cancellable::cancel);
        timers.clear();
    }
}
