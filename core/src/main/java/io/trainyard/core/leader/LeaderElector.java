package io.trainyard.core.leader;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.events.ObjectEvents;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.time.TimeLimit;
import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds a Lease, or waits for it; who has lost it does neither until it is started again. Give it requests with limits of their own: a renewal must not stand in line behind a
 * thousand JobSets. Lives on the owning event loop.
 */
public final class LeaderElector {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderElector.class);
    private static final int RELEASE_ATTEMPTS = 2;

    private final LeaderConfig config;
    private final KubeApi api;
    private final TimeSource time;
    private final DoubleSupplier random;
    private final Supplier<Duration> heartbeatAge;
    private final LeaseRenewal renewal;
    private final LeaderListener listener;
    private final ObjectEvents events;
    private final Election election;
    private final Duration requestTimeout;
    private final Duration releaseTimeout;
    private TimeSource.@Nullable Cancellable nextAttempt;
    private TimeSource.@Nullable Cancellable expiry;
    private TimeSource.@Nullable Cancellable requestTimer;
    private boolean running;
    /** These are read on any thread: a write asks for them at the last moment. */
    private volatile boolean leading;

    private volatile long leadingUntil;
    private volatile long term;
    private long attempt;
    private long attemptedAt;
    private long terms;
    private CompletableFuture<Void> underWay = CompletableFuture.completedFuture(null);
    private String lastLeader = "";
    private String lastProblem = "";

    /**
     * @param random numbers from 0 up to 1, for jitter
     * @param heartbeatAge since the event loop that reconciles last ran, asked on the owning event loop: while that is too long ago nothing is renewed
     * @param renewal how the Lease is written right after a write that went well; all else goes the ordinary way
     */
    public LeaderElector(
            LeaderConfig config,
            KubeApi api,
            TimeSource time,
            DoubleSupplier random,
            Supplier<Duration> heartbeatAge,
            LeaseRenewal renewal,
            LeaderListener listener) {
        this.config = config;
        this.api = api;
        this.time = time;
        this.random = random;
        this.heartbeatAge = heartbeatAge;
        this.renewal = renewal;
        this.listener = listener;
        this.events = new ObjectEvents(api, time);
        this.election = new Election(config);
        // A slow answer is worth waiting for, but a lost one must leave the time to read the lease and to write it.
        this.requestTimeout = config.renewDeadline().dividedBy(2);
        this.releaseTimeout =
                config.renewDeadline().dividedBy(2).minus(config.retryPeriod().dividedBy(2));
    }

    /** Begins to ask for the lead, also after it was lost. */
    public void start() {
        running = true;
        election.unsure();
        attemptNow();
    }

    /** How often we have won the lead; may be asked on any thread. */
    public long term() {
        return term;
    }

    /** Whether we lead at this moment, by the clock: true to false needs no event. May be asked on any thread. */
    public boolean isLeader() {
        return leading && time.nanos() - leadingUntil < 0;
    }

    /** Who leads, as far as known; empty for nobody. */
    public String leader() {
        return election.leader();
    }

    /**
     * Gives the lead back and stops asking. Call it when no more work is under way.
     *
     * @return completes when the Lease is free or cannot be freed, within the renew deadline; never fails
     */
    public Uni<Void> stop() {
        return Uni.createFrom().deferred(() -> {
            end();
            // A write under way may give us the Lease after we have looked.
            return within(Uni.createFrom().completionStage(underWay))
                    .onFailure()
                    .recoverWithNull()
                    .chain(() -> within(free().onFailure(ApiFailure.Kind.CONFLICT::isOf)
                            .retry()
                            .atMost(RELEASE_ATTEMPTS)))
                    .onFailure()
                    .invoke(failure -> LOG.warn("The lease is not released; it expires: {}", failure.getMessage()))
                    .onFailure()
                    .recoverWithNull();
        });
    }

    private <T> Uni<T> within(Uni<T> request) {
        return TimeLimit.of(releaseTimeout, time, request);
    }

    private Uni<Void> free() {
        return api.get(Lease.class, config.namespace(), config.name()).onItem().transformToUni(lease -> lease.flatMap(
                        held -> election.release(held, time.now()))
                .map(this::release)
                .orElseGet(() -> Uni.createFrom().voidItem()));
    }

    private Uni<Void> release(Lease released) {
        return api.update(released)
                .onItem()
                .invoke(lease -> tell(lease, "stopped leading"))
                .replaceWithVoid();
    }

    /** Nobody may act once more between this and whatever comes next. */
    private void end() {
        leading = false;
        running = false;
        attempt++;
        election.resign();
        cancel(nextAttempt);
        cancel(expiry);
        cancel(requestTimer);
    }

    private void attemptNow() {
        if (!running) {
            return;
        }
        attemptedAt = time.nanos();
        proceed(++attempt, renewal);
    }

    /**
     * An attempt is over after a write, or when there is nothing to do.
     *
     * @param writing how to replace a Lease
     */
    private void proceed(long current, LeaseRenewal writing) {
        Election.Step step = election.next(time.nanos(), time.now(), heartbeatAge.get());
        if (step instanceof Election.Step.Read) {
            listen(current, api.get(Lease.class, config.namespace(), config.name()), read -> {
                if (election.observed(read.orElse(null), time.nanos())) {
                    proceed(current, api::update);
                } else {
                    lose("the lease is held by " + election.leader());
                }
            });
        } else if (step instanceof Election.Step.Write write) {
            long sentAt = time.nanos();
            Uni<Lease> request = write.create() ? api.create(write.lease()) : writing.renew(write.lease());
            listen(current, request, lease -> {
                election.written(lease, sentAt, time.nanos());
                renewed(lease);
            });
        } else if (step instanceof Election.Step.Follow follow) {
            noteLeader(follow.leader());
            lastProblem = "";
            // A leader that has died is replaced when his Lease ends, not at the first pause after that.
            againWithin(follow.remaining());
        } else if (step instanceof Election.Step.Idle) {
            lastProblem = "the event loop that reconciles does not run";
            again();
        }
    }

    private <T> void listen(long current, Uni<T> request, Consumer<T> handler) {
        cancel(requestTimer);
        requestTimer = time.after(requestTimeout, () -> giveUp(current));
        var ended = new CompletableFuture<Void>();
        underWay = ended;
        request.onTermination()
                .invoke(() -> ended.complete(null))
                .subscribe()
                .with(
                        item -> {
                            if (current == attempt) {
                                handler.accept(item);
                            }
                        },
                        failure -> {
                            if (current == attempt) {
                                failed(failure);
                            }
                        });
    }

    private void renewed(Lease lease) {
        lastProblem = "";
        if (!election.leads(time.nanos())) {
            // The answer took so long that it is worth nothing: ask anew.
            election.resign();
            again();
            return;
        }
        leadingUntil = election.leadsUntil();
        cancel(expiry);
        expiry = time.after(
                Duration.ofNanos(election.leadsUntil() - time.nanos()),
                () -> lose("the lease could not be renewed within " + config.renewDeadline()
                        + (lastProblem.isEmpty() ? "" : ": " + lastProblem)));
        boolean first = !leading;
        if (first) {
            term = ++terms;
        }
        leading = true;
        againWithin(Long.MAX_VALUE, config.renewPeriod());
        if (first) {
            LOG.info("Leading as {}", config.identity());
            noteLeader(config.identity());
            tell(lease, "became leader");
            listener.elected();
        }
    }

    private void failed(Throwable failure) {
        election.unsure();
        String problem = String.valueOf(failure.getMessage());
        boolean lostRace = ApiFailure.Kind.CONFLICT.isOf(failure) || ApiFailure.Kind.ALREADY_EXISTS.isOf(failure);
        if (!lostRace && !problem.equals(lastProblem)) {
            LOG.warn("No answer about lease {}/{}: {}", config.namespace(), config.name(), problem);
            lastProblem = problem;
        }
        again();
    }

    private void giveUp(long current) {
        if (current == attempt) {
            election.unsure();
            lastProblem = "no answer from the API server";
            again();
        }
    }

    private void again() {
        againWithin(Long.MAX_VALUE);
    }

    private void againWithin(long nanos) {
        againWithin(nanos, config.retryPeriod());
    }

    private void againWithin(long nanos, Duration pauseBetween) {
        attempt++;
        cancel(requestTimer);
        cancel(nextAttempt);
        if (running) {
            double factor = leading ? 1 : 1 + (LeaderConfig.JITTER - 1) * random.getAsDouble();
            // Counted from the last attempt's begin: where answers are slow, waiting for them is pause enough.
            long period = (long) (pauseBetween.toNanos() * factor) - (time.nanos() - attemptedAt);
            long pause = Math.min(nanos, Math.max(0, period));
            nextAttempt = time.after(Duration.ofNanos(pause), this::attemptNow);
        }
    }

    private void lose(String reason) {
        if (!leading) {
            return;
        }
        end();
        LOG.warn("Leading no longer: {}", reason);
        listener.lost(reason);
    }

    private void noteLeader(String identity) {
        if (!identity.equals(lastLeader)) {
            lastLeader = identity;
            if (!identity.equals(config.identity())) {
                LOG.info("Following {}", identity);
            }
            listener.leaderChanged(identity);
        }
    }

    private static void cancel(TimeSource.@Nullable Cancellable timer) {
        if (timer != null) {
            timer.cancel();
        }
    }

    /** An event on the Lease. */
    private void tell(Lease lease, String what) {
        events.normal(lease, "LeaderElection", config.identity() + " " + what);
    }
}
