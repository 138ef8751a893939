package io.trainyard.launcher.controller;

import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.RequestLimits;
import io.trainyard.core.leader.DirectLeaseRenewal;
import io.trainyard.core.leader.LeaderConfig;
import io.trainyard.core.leader.LeaderElector;
import io.trainyard.core.leader.LeaderListener;
import io.trainyard.core.leader.LeaseRenewal;
import io.trainyard.core.loop.EventLoopGuard;
import io.trainyard.core.loop.LoopOptions;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.launcher.cli.controller.ControllerProcess;
import io.vertx.core.Vertx;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Holds the Lease, or waits for it, on an event loop and connections of its own. On those of the controller a new leader
 * loses what it has just won: its first reconciles meet code that never ran and open dozens of connections at once, and where processors are short a
 * renewal stands behind them for longer than its deadline. For the event loop of the controller, but for what says otherwise.
 */
final class IsolatedLeaderElection {
    private static final Duration BLOCKED = Duration.ofSeconds(1);

    private final EventLoop reconciles;
    private final LeaderConfig config;
    private final Supplier<Duration> heartbeatAge;
    private final Consumer<Boolean> leading;
    private final LeaderListener listener;
    private @Nullable EventLoop loop;
    private volatile @Nullable EventLoopGuard guard;
    private @Nullable KubeClient client;
    /** Asked on every thread that sends requests. */
    private volatile @Nullable LeaderElector elector;

    private volatile boolean stopped;

    /**
     * @param reconciles the event loop on which the listener is told
     * @param heartbeatAge since that loop last ran; asked on any thread
     * @param leading told at once and on any thread whether this process leads, even while the event loop does not run
     */
    IsolatedLeaderElection(
            EventLoop reconciles,
            LeaderConfig config,
            Supplier<Duration> heartbeatAge,
            Consumer<Boolean> leading,
            LeaderListener listener) {
        this.reconciles = reconciles;
        this.config = config;
        this.heartbeatAge = heartbeatAge;
        this.leading = leading;
        this.listener = listener;
    }

    /** Connects and begins to ask for the lead; fails when there is no usable way to the API server. */
    Uni<Void> start(ControllerProcess.Request request, MeterRegistry registry) {
        return Uni.createFrom()
                .completionStage(() -> CompletableFuture.supplyAsync(IsolatedLeaderElection::openLoop))
                .emitOn(reconciles)
                .invoke(opened -> loop = opened)
                .chain(opened ->
                        ClusterConnection.open(opened, request, registry).invoke(connected -> elect(opened, connected)))
                .emitOn(reconciles)
                .replaceWithVoid();
    }

    /** Looks at files, so not on an event loop; and on no other thread of Vert.x, which warns of a second instance there. */
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
        TimeSource time = new VertxTimeSource(where.context());
        EventLoopGuard watching = new EventLoopGuard(
                time, ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime, block -> {}, EventLoopGuard.RARE);
        watching.start();
        guard = watching;
        RandomGenerator random = RandomGenerator.getDefault();
        KubeApi requests = opened.requests(RequestLimits.DEFAULT);
        LeaseRenewal ordinary = requests::update;
        LeaderElector fresh = new LeaderElector(
                config,
                requests,
                time,
                random::nextDouble,
                heartbeatAge,
                opened.directUpdates()
                        .<LeaseRenewal>map(updates -> new DirectLeaseRenewal(updates, ordinary))
                        .orElse(ordinary),
                new Messenger());
        elector = fresh;
        fresh.start();
    }

    /** Whether this process leads at this moment; on any thread. */
    boolean leads() {
        LeaderElector asked = elector;
        return asked != null && asked.isLeader();
    }

    /** How often this process has won the lead; on any thread. */
    long term() {
        LeaderElector asked = elector;
        return asked == null ? 0 : asked.term();
    }

    /** Asks for the lead again, after it was lost. */
    void run() {
        EventLoop own = loop;
        LeaderElector held = elector;
        if (own != null && held != null && !stopped) {
            own.execute(held::start);
        }
    }

    /** For the liveness probe: what is wrong; empty when the event loop of the election is alive. On any thread. */
    Optional<String> problem() {
        EventLoopGuard asked = guard;
        return asked == null ? Optional.empty() : asked.problem();
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
                .emitOn(reconciles);
    }

    private Uni<Void> end() {
        if (guard != null) {
            guard.stop();
        }
        LeaderElector held = elector;
        KubeClient opened = client;
        return (held == null ? Uni.createFrom().voidItem() : held.stop())
                .chain(() -> opened == null ? Uni.createFrom().voidItem() : opened.close());
    }

    /** From the one event loop to the other. */
    private final class Messenger implements LeaderListener {
        @Override
        public void elected() {
            leading.accept(true);
            reconciles.execute(listener::elected);
        }

        @Override
        public void lost(String reason) {
            leading.accept(false);
            reconciles.execute(() -> listener.lost(reason));
        }
    }
}
