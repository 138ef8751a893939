package io.trainyard.launcher.controller;

import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.RequestLimits;
import io.trainyard.core.leader.LeaderConfig;
import io.trainyard.core.leader.LeaderElector;
import io.trainyard.core.leader.LeaderListener;
import io.trainyard.core.loop.LoopOptions;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.launcher.cli.controller.ControllerProcess;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Holds the Lease, or waits for it, on an event loop and connections of its own. On those of the controller a new leader
 * loses what it has just won: its first reconciles meet code that never ran and open dozens of connections at once, and where processors are short a
 * renewal stands behind them for longer than its deadline. For the event loop of the controller, but for what says otherwise.
 */
final class IsolatedLeaderElection {
    private static final Duration BLOCKED = Duration.ofSeconds(1);

    private final EventLoop passes;
    private final LeaderConfig config;
    private final LeaderListener listener;
    private @Nullable EventLoop loop;
    private @Nullable KubeClient client;
    /** Asked on every thread that sends requests. */
    private volatile @Nullable LeaderElector elector;

    private volatile boolean stopped;

    /**
     * @param passes the event loop on which the listener is told
     */
    IsolatedLeaderElection(EventLoop passes, LeaderConfig config, LeaderListener listener) {
        this.passes = passes;
        this.config = config;
        this.listener = listener;
    }

    /** Connects and begins to ask for the lead; fails when there is no usable way to the API server. */
    Uni<Void> start(ControllerProcess.Request request, MeterRegistry registry) {
        return Uni.createFrom()
                .completionStage(() -> passes.context()
                        .executeBlocking(IsolatedLeaderElection::openLoop, false)
                        .toCompletionStage())
                .invoke(opened -> loop = opened)
                .chain(opened ->
                        ClusterConnection.open(opened, request, registry).invoke(connected -> elect(opened, connected)))
                .emitOn(passes)
                .replaceWithVoid();
    }

    /** Looks at files, so not on an event loop. */
    private static EventLoop openLoop() {
        return new EventLoop(Vertx.vertx(LoopOptions.warningAfter(BLOCKED)
                        .setEventLoopPoolSize(1)
                        .setWorkerPoolSize(2)
                        .setInternalBlockingPoolSize(2))
                .getOrCreateContext());
    }

    private void elect(EventLoop where, KubeClient opened) {
        client = opened;
        if (stopped) {
            return;
        }
        RandomGenerator random = RandomGenerator.getDefault();
        LeaderElector fresh = new LeaderElector(
                config,
                opened.requests(RequestLimits.DEFAULT),
                new VertxTimeSource(where.context()),
                random::nextDouble,
                new Messenger());
        elector = fresh;
        fresh.start();
    }

    /** Whether this process leads at this moment; on any thread. */
    boolean leads() {
        LeaderElector asked = elector;
        return asked != null && asked.isLeader();
    }

    /** Gives the lead back when there is one, and disconnects. */
    Uni<Void> stop() {
        stopped = true;
        EventLoop own = loop;
        if (own == null) {
            return Uni.createFrom().voidItem();
        }
        return Uni.createFrom()
                .<Void>emitter(emitter -> own.execute(() -> end().subscribe().with(emitter::complete, emitter::fail)))
                .onTermination()
                .invoke(() -> own.context().owner().close())
                .emitOn(passes);
    }

    private Uni<Void> end() {
        LeaderElector held = elector;
        KubeClient opened = client;
        return (held == null ? Uni.createFrom().voidItem() : held.stop())
                .chain(() -> opened == null ? Uni.createFrom().voidItem() : opened.close());
    }

    /** From the one event loop to the other. */
    private final class Messenger implements LeaderListener {
        @Override
        public void elected() {
            passes.execute(listener::elected);
        }

        @Override
        public void lost(String reason) {
            passes.execute(() -> listener.lost(reason));
        }
    }
}
