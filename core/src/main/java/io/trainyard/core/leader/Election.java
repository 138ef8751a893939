package io.trainyard.core.leader;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.trainyard.core.loop.EventLoopGuard;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one candidate knows of a Lease, and what it should do next. Pure: it is told the time and what the API server said.
 *
 * <p>Nothing is written while the event loop that reconciles does not run: a leader that does no work is to be followed by another one.
 *
 * <p>Time stamps in the Lease are never compared with our clock, for clocks differ. A holder counts as alive until its Lease has not changed
 * for its duration by our own clock; and we count as leader until our renew deadline after we <em>sent</em> the last renewal that was
 * accepted. The second is always over before the first.
 */
final class Election {
    /**
     * A heartbeat of the event loop that reconciles may be so old. Long enough for the handlers that every loop has now and then; short, since it is
     * added to the time after which others follow a leader that hangs.
     */
    static final Duration MAX_HEARTBEAT_AGE = EventLoopGuard.UNRELIABLE;

    private final LeaderConfig config;
    private @Nullable Lease known;
    private boolean fresh;
    private String observedVersion = "";
    private long observedAt;
    /** Who held the Lease when it was last seen, and for how long he had promised himself. */
    private String lastHolder = "";

    private Duration lastDuration = Duration.ZERO;
    private boolean leading;
    private long renewedAt;

    Election(LeaderConfig config) {
        this.config = config;
    }

    /** What to do next. */
    sealed interface Step {
        /** Read the Lease, tell {@link #observed}, and ask again. */
        record Read() implements Step {}

        /** Write this; the API server must refuse it if somebody else was faster. Tell {@link #written} or {@link #unsure}. */
        record Write(Lease lease, boolean create) implements Step {}

        /**
         * Somebody else leads; nothing to do for now.
         *
         * @param remaining nanoseconds after which his Lease is free if he does not renew it
         */
        record Follow(String leader, long remaining) implements Step {}

        /** The event loop that reconciles does not run; nothing to do for now. */
        record Idle() implements Step {}
    }

    /**
     * The next step, seen at {@code nanos} and by the wall clock at {@code now}.
     *
     * @param heartbeatAge since the event loop that reconciles last ran
     */
    Step next(long nanos, Instant now, Duration heartbeatAge) {
        if (heartbeatAge.compareTo(MAX_HEARTBEAT_AGE) > 0) {
            return new Step.Idle();
        }
        if (!fresh) {
            return new Step.Read();
        }
        // What we know is good for one write or one pause.
        Lease lease = known;
        boolean ours = lastHolder.equals(config.identity());
        long remaining = observedAt + lastDuration.toNanos() - nanos;
        if (!ours && !lastHolder.isEmpty() && remaining > 0) {
            fresh = false;
            return new Step.Follow(lastHolder, remaining);
        }
        return lease == null
                ? new Step.Write(lease(null, now, true), true)
                : new Step.Write(lease(lease, now, !ours), false);
    }

    /**
     * The Lease was read; null when there is none. That costs nobody the lead: a holder whose Lease was deleted does not know it yet, so his
     * promise is waited for all the same.
     *
     * @return false when somebody else holds what we held
     */
    boolean observed(@Nullable Lease lease, long nanos) {
        note(lease, nanos);
        if (leading && lease != null && !holds(lease)) {
            leading = false;
            return false;
        }
        return true;
    }

    /** Our write was accepted; it was sent at {@code sentAt}. */
    void written(Lease lease, long sentAt, long nanos) {
        note(lease, nanos);
        leading = true;
        renewedAt = sentAt;
    }

    /** A write was refused, or nobody knows what became of it. */
    void unsure() {
        fresh = false;
    }

    /** Whether we lead at this moment. */
    boolean leads(long nanos) {
        return leading && nanos - renewedAt < config.renewDeadline().toNanos();
    }

    /** Until when we lead if nothing more happens; only while leading. */
    long leadsUntil() {
        return renewedAt + config.renewDeadline().toNanos();
    }

    /** Stops leading, whatever the Lease says. */
    void resign() {
        leading = false;
    }

    /** What to write so that nobody has to wait for a Lease of ours to expire; empty when it is not ours. */
    Optional<Lease> release(Lease lease, Instant now) {
        if (!holds(lease)) {
            return Optional.empty();
        }
        return Optional.of(new LeaseBuilder(lease)
                .editSpec()
                .withHolderIdentity("")
                .withLeaseDurationSeconds(1)
                .withRenewTime(microTime(now))
                .withAcquireTime(microTime(now))
                .endSpec()
                .build());
    }

    /** Who holds the Lease as far as we know; empty for nobody. */
    String leader() {
        return known == null ? "" : holder(known);
    }

    private void note(@Nullable Lease lease, long nanos) {
        String version = lease == null ? "" : lease.getMetadata().getResourceVersion();
        if (lease != null && !Objects.equals(version, observedVersion)) {
            observedAt = nanos;
            lastHolder = holder(lease);
            lastDuration = duration(lease);
        }
        observedVersion = version;
        known = lease;
        fresh = true;
    }

    private boolean holds(Lease lease) {
        return config.identity().equals(holder(lease));
    }

    private Lease lease(@Nullable Lease before, Instant now, boolean takeOver) {
        LeaseBuilder builder = before == null
                ? new LeaseBuilder()
                        .withNewMetadata()
                        .withName(config.name())
                        .withNamespace(config.namespace())
                        .endMetadata()
                : new LeaseBuilder(before);
        LeaseSpec spec = before == null || before.getSpec() == null ? new LeaseSpec() : before.getSpec();
        Integer transitions = spec.getLeaseTransitions();
        int changes = transitions == null ? 0 : transitions;
        return builder.editOrNewSpec()
                .withHolderIdentity(config.identity())
                .withLeaseDurationSeconds(seconds(config.leaseDuration()))
                .withAcquireTime(takeOver ? microTime(now) : spec.getAcquireTime())
                .withRenewTime(microTime(now))
                .withLeaseTransitions(takeOver && before != null ? changes + 1 : changes)
                .endSpec()
                .build();
    }

    private static String holder(Lease lease) {
        String holder = lease.getSpec() == null ? null : lease.getSpec().getHolderIdentity();
        return holder == null ? "" : holder;
    }

    /** What the holder has promised, not what we would have promised in its place. */
    private Duration duration(Lease lease) {
        Integer seconds = lease.getSpec() == null ? null : lease.getSpec().getLeaseDurationSeconds();
        return seconds == null ? config.leaseDuration() : Duration.ofSeconds(seconds);
    }

    private static int seconds(Duration duration) {
        return (int) Math.max(1, duration.plusMillis(999).toSeconds());
    }

    private static ZonedDateTime microTime(Instant now) {
        return now.truncatedTo(ChronoUnit.MICROS).atZone(ZoneOffset.UTC);
    }
}
