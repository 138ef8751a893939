package io.trainyard.launcher.controller;

import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.LeaderElectionSettings;
import io.trainyard.core.kube.WriteGuard;
import io.trainyard.core.leader.LeaderConfig;
import io.trainyard.core.loop.EventLoopGuard;
import io.trainyard.core.metrics.ControllerMetrics;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.launcher.cli.controller.ControllerProcess;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether this replica reconciles and writes: always where there is no election, else while it holds the Lease. Lives on the event loop that reconciles; what
 * it permits may be asked on any thread.
 */
final class Leadership implements WriteGuard {
    private final EventLoop loop;
    private final TimeSource time;
    private final Optional<LeaderElectionSettings> election;
    private final EventLoopGuard guard;
    private final ControllerMetrics metrics;
    private final Runnable end;
    private volatile @Nullable IsolatedLeaderElection candidate;
    private volatile @Nullable ReconcilingTerms terms;

    /**
     * @param election how the leader is elected; empty when nobody else may lead
     * @param guard knows when the event loop last ran
     * @param end ends the process, when this replica can neither lead nor stop to
     */
    Leadership(
            EventLoop loop,
            TimeSource time,
            Optional<LeaderElectionSettings> election,
            EventLoopGuard guard,
            ControllerMetrics metrics,
            Runnable end) {
        this.loop = loop;
        this.time = time;
        this.election = election;
        this.guard = guard;
        this.metrics = metrics;
        this.end = end;
    }

    /**
     * Begins to reconcile, at once or when this replica is elected; completes when it can be. Fails when there is no usable way to the API server.
     *
     * @param reconciling what the leader does
     */
    Uni<Void> begin(
            ReconcilingTerms.Reconciling reconciling, ControllerProcess.Request request, MeterRegistry registry) {
        var begun = new ReconcilingTerms(reconciling, time, this::runAgain, end);
        terms = begun;
        if (election.isEmpty()) {
            metrics.leading(true);
            begun.elected();
            return Uni.createFrom().voidItem();
        }
        var started = new IsolatedLeaderElection(
                loop, config(election.get(), request.ownNamespace()), guard::lastHeartbeatAge, metrics::leading, begun);
        candidate = started;
        return started.start(request, registry);
    }

    private static LeaderConfig config(LeaderElectionSettings settings, String ownNamespace) {
        return LeaderConfig.of(
                settings.resourceNamespace().isEmpty() ? ownNamespace : settings.resourceNamespace(),
                settings.resourceName(),
                settings.leaseDuration(),
                settings.renewDeadline(),
                settings.retryPeriod());
    }

    @Override
    public boolean permitsWriting() {
        @Nullable IsolatedLeaderElection asked = candidate;
        return asked == null ? election.isEmpty() : asked.leads();
    }

    @Override
    public long term() {
        @Nullable IsolatedLeaderElection asked = candidate;
        return asked == null ? 0 : asked.term();
    }

    /** Whether this replica reconciles; from any thread. */
    boolean isWorking() {
        @Nullable ReconcilingTerms asked = terms;
        return asked != null && asked.isWorking() && permitsWriting();
    }

    /** For the liveness probe: what is wrong with the election; from any thread. */
    Optional<String> problem() {
        @Nullable IsolatedLeaderElection asked = candidate;
        return asked == null ? Optional.empty() : asked.problem();
    }

    /** From now on this replica is not elected again; what it holds it keeps until {@link #stop}. */
    void end() {
        if (terms != null) {
            terms.end();
        }
    }

    /** Gives the lead back when there is one, and disconnects; when nothing is written any more. */
    Uni<Void> stop() {
        return candidate == null ? Uni.createFrom().voidItem() : candidate.stop();
    }

    private void runAgain() {
        if (candidate != null) {
            candidate.run();
        }
    }
}
