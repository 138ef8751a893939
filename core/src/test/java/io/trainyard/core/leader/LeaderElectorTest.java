package io.trainyard.core.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.leader.LeaseServer.Fate;
import io.trainyard.core.leader.LeaseServer.Network;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("LeaderElector (FAB-60, OPS-05, OPS-06)")
final class LeaderElectorTest {
    private final ManualTimeSource time = new ManualTimeSource();
    private final LeaseServer server = new LeaseServer(time);
    private final Switch network = new Switch();
    private final Candidate one = new Candidate("one", server.through(network), time);
    private final Candidate two = new Candidate("two", server.through(LeaseServer.GOOD), time);

    @Test
    void theFirstOneCreatesTheLeaseAndLeads() {
        one.elector.start();
        time.runDue();

        assertThat(one.told).containsExactly("leader one", "elected");
        assertThat(one.elector.isLeader()).isTrue();
        Lease lease = lease();
        assertThat(lease.getSpec().getHolderIdentity()).isEqualTo("one");
        assertThat(lease.getSpec().getLeaseDurationSeconds()).isEqualTo(15);
        assertThat(lease.getSpec().getLeaseTransitions()).isZero();
        assertThat(lease.getSpec().getRenewTime()).isEqualTo("2026-01-02T03:04:05Z");
        assertThat(server.events).containsExactly("LeaderElection: one became leader");
    }

    @Test
    void theLeaderRenewsEveryRetryPeriodWithOneRequest() {
        one.elector.start();
        time.runDue();
        server.requests.clear();

        time.advance(Duration.ofSeconds(20));

        assertThat(server.requests).hasSize(10).allMatch(request -> request.startsWith("update"));
        assertThat(lease().getSpec().getRenewTime()).isEqualTo("2026-01-02T03:04:25Z");
        assertThat(lease().getSpec().getAcquireTime()).isEqualTo("2026-01-02T03:04:05Z");
        assertThat(one.told).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName(
            "with our defaults a leader renews once a second, and looks again after 300 ms when that failed (FAB-60)")
    void aLeaderAtRestRenewsOnceASecond() {
        var leader = new Candidate("leader", server.through(network), time, Candidate.Rhythm.FAST);
        leader.elector.start();
        time.runDue();
        server.requests.clear();

        time.advance(Duration.ofSeconds(10));
        assertThat(server.requests).hasSize(10).allMatch(request -> request.startsWith("update"));

        network.fate = Fate.REFUSED;
        time.advance(Duration.ofMillis(1_500));
        network.fate = Fate.ANSWERED;
        server.requests.clear();
        time.advance(Duration.ofMillis(300));
        assertThat(server.requests).isNotEmpty();
        assertThat(leader.elector.isLeader()).isTrue();
    }

    @Test
    @DisplayName(
            "renewals go the short way; one that fails is followed by a read and a write of the ordinary way (OPS-06)")
    void whatFailsIsReadAndWrittenTheOrdinaryWay() {
        List<String> renewals = new ArrayList<>();
        KubeApi api = server.through(LeaseServer.GOOD);
        LeaseRenewal shortWay = lease -> {
            renewals.add("renewal " + lease.getMetadata().getResourceVersion());
            return network.fate == Fate.REFUSED
                    ? Uni.createFrom().failure(new IllegalStateException("on purpose"))
                    : api.update(lease);
        };
        var leader = new Candidate("leader", api, time, Candidate.Rhythm.FAST, shortWay);
        leader.elector.start();
        time.runDue();
        server.requests.clear();

        time.advance(Duration.ofSeconds(3));
        assertThat(renewals).containsExactly("renewal 1", "renewal 2", "renewal 3");
        assertThat(server.requests).hasSize(3).allMatch(request -> request.startsWith("update"));

        network.fate = Fate.REFUSED;
        server.requests.clear();
        time.advance(Duration.ofMillis(1_300));
        assertThat(renewals).hasSize(4);
        assertThat(server.requests).containsExactly("get ANSWERED", "update ANSWERED");

        network.fate = Fate.ANSWERED;
        time.advance(Duration.ofSeconds(1));
        assertThat(renewals).hasSize(5);
        assertThat(leader.terms()).containsExactly("elected");
    }

    @Test
    @DisplayName("with our defaults an answer that is lost at any moment does not cost the lead (FAB-60)")
    void aLostAnswerLeavesTimeForAnotherOne() {
        for (int moment = 0; moment < 40; moment++) {
            var clock = new ManualTimeSource();
            var cable = new Switch();
            var leader = new Candidate("leader", new LeaseServer(clock).through(cable), clock, Candidate.Rhythm.FAST);
            leader.elector.start();
            clock.advance(Duration.ofMillis(1_000 + 50 * moment));

            cable.fate = Fate.ANSWER_LOST;
            clock.advance(Duration.ofSeconds(1));
            cable.fate = Fate.ANSWERED;
            cable.oneWay = Duration.ofMillis(100);
            clock.advance(Duration.ofSeconds(10));

            assertThat(leader.terms())
                    .as("lost after %d ms", 1_000 + 50 * moment)
                    .containsExactly("elected");
        }
    }

    @Test
    void aFollowerWaitsAsLongAsTheLeaseChanges() {
        one.elector.start();
        time.runDue();
        two.elector.start();

        time.advance(Duration.ofMinutes(10));

        assertThat(two.told).containsExactly("leader one");
        assertThat(two.elector.leader()).isEqualTo("one");
        assertThat(two.elector.isLeader()).isFalse();
    }

    @Test
    void aFollowerTakesOverWhenTheHolderHasBeenSilentForTheLeaseDuration() {
        one.elector.start();
        time.runDue();
        two.elector.start();
        time.advance(Duration.ofSeconds(3));
        network.fate = Fate.LOST;

        time.advance(Duration.ofSeconds(14));
        assertThat(two.elector.isLeader()).isFalse();
        time.advance(Duration.ofSeconds(8));

        assertThat(two.told).contains("elected");
        assertThat(lease().getSpec().getLeaseTransitions()).isEqualTo(1);
        assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("two");
    }

    @Test
    @DisplayName("time stamps in the lease are not believed, only that it changes (FAB-60)")
    void timeStampsInTheLeaseAreNotBelieved() {
        server.put(held("three", 15, "1970-01-01T00:00:00Z"));
        one.elector.start();

        time.advance(Duration.ofSeconds(14));
        assertThat(one.elector.isLeader()).isFalse();
        server.put(held("three", 15, "1970-01-01T00:00:00Z"));
        time.advance(Duration.ofSeconds(14));
        assertThat(one.elector.isLeader()).isFalse();
        time.advance(Duration.ofSeconds(10));

        assertThat(one.elector.isLeader()).isTrue();
    }

    @Test
    @DisplayName("the lead of somebody who has died is taken in the moment in which it ends, without a pause (FAB-60)")
    void theLeadIsTakenWhenItEnds() {
        server.put(held("three", 15, "2026-01-02T03:04:05Z"));
        one.elector.start();
        time.runDue();

        time.advance(Duration.ofMillis(14_999));
        assertThat(one.elector.isLeader()).isFalse();
        time.advance(Duration.ofMillis(1));

        assertThat(one.elector.isLeader()).isTrue();
    }

    @Test
    void theHoldersOwnPromiseCountsAndNotOurs() {
        server.put(held("three", 60, "2026-01-02T03:04:05Z"));
        one.elector.start();

        time.advance(Duration.ofSeconds(59));
        assertThat(one.elector.isLeader()).isFalse();
        time.advance(Duration.ofSeconds(6));
        assertThat(one.elector.isLeader()).isTrue();
    }

    @Test
    void aLeaderThatCannotRenewStopsAtItsDeadlineBeforeAnybodyElseBegins() {
        one.elector.start();
        time.runDue();
        network.fate = Fate.REFUSED;

        time.advance(Duration.ofMillis(9_999));
        assertThat(one.elector.isLeader()).isTrue();
        time.advance(Duration.ofMillis(1));

        assertThat(one.elector.isLeader()).isFalse();
        assertThat(one.told).hasSize(3);
        assertThat(one.told.get(2)).startsWith("lost: the lease could not be renewed within PT10S: UNREACHABLE");
        assertThat(time.waiting()).isZero();
    }

    @Test
    void oneLostAnswerDoesNotCostTheLead() {
        one.elector.start();
        time.runDue();
        network.fate = Fate.ANSWER_LOST;
        time.advance(Duration.ofSeconds(2));
        network.fate = Fate.ANSWERED;

        time.advance(Duration.ofMinutes(1));

        assertThat(one.elector.isLeader()).isTrue();
        assertThat(one.told).containsExactly("leader one", "elected");
    }

    @Test
    void aLeaderWhoseLeaseIsHeldBySomebodyElseLosesAtOnce() {
        one.elector.start();
        time.runDue();
        server.put(held("three", 15, "2026-01-02T03:04:05Z"));

        time.advance(Duration.ofSeconds(4));

        assertThat(one.told).contains("lost: the lease is held by three");
        assertThat(server.holder()).isEqualTo("three");
    }

    @Test
    void aDeletedLeaseIsMadeAgain() {
        one.elector.start();
        time.runDue();
        server.delete();

        time.advance(Duration.ofSeconds(5));

        assertThat(one.elector.isLeader()).isTrue();
        assertThat(server.holder()).isEqualTo("one");
    }

    @Test
    @DisplayName("a deleted lease does not free its holder's place: he does not know it yet (FAB-60)")
    void aFollowerDoesNotTakeTheDeletionOfALeaseForAnInvitation() {
        one.elector.start();
        time.runDue();
        two.elector.start();
        time.advance(Duration.ofSeconds(1));
        network.fate = Fate.LOST;
        server.delete();

        for (int i = 0; i < 140; i++) {
            time.advance(Duration.ofMillis(100));
            assertThat(one.elector.isLeader() && two.elector.isLeader()).isFalse();
        }
        assertThat(one.elector.isLeader()).isFalse();
        time.advance(Duration.ofSeconds(6));

        assertThat(two.elector.isLeader()).isTrue();
    }

    @Test
    void whatOthersWroteIntoTheLeaseStays() {
        server.put(new LeaseBuilder(held("", 1, "2026-01-02T03:00:00Z"))
                .editMetadata()
                .addToLabels("team", "platform")
                .addToAnnotations("note", "keep")
                .endMetadata()
                .editSpec()
                .withPreferredHolder("four")
                .withLeaseTransitions(7)
                .addToAdditionalProperties("novelty", 1)
                .endSpec()
                .build());

        one.elector.start();
        time.advance(Duration.ofSeconds(10));
        one.elector.stop().subscribe().with(done -> {});
        time.runDue();

        assertThat(lease().getMetadata().getLabels()).containsEntry("team", "platform");
        assertThat(lease().getMetadata().getAnnotations()).containsEntry("note", "keep");
        assertThat(lease().getSpec().getPreferredHolder()).isEqualTo("four");
        assertThat(lease().getSpec().getAdditionalProperties()).containsEntry("novelty", 1);
        assertThat(lease().getSpec().getLeaseTransitions()).isEqualTo(8);
    }

    @Test
    @DisplayName("times are written with six decimals, in UTC (FAB-60)")
    void timesAreWrittenWithSixDecimalsInUtc() {
        one.elector.start();
        time.advance(Duration.ofNanos(2_123_456_789L));

        assertThat(new KubernetesSerialization().asJson(lease()))
                .contains("\"acquireTime\":\"2026-01-02T03:04:05.000000Z\"")
                .contains("\"renewTime\":\"2026-01-02T03:04:07.000000Z\"");
    }

    @Test
    @DisplayName("the wall clock may jump as it likes (FAB-60)")
    void theWallClockMayJump() {
        var jumping = new JumpingClock(time);
        var candidate = new Candidate("jumper", server.through(network), jumping);
        candidate.elector.start();
        time.runDue();
        two.elector.start();

        for (Duration jump : List.of(Duration.ofDays(1), Duration.ofDays(-400), Duration.ofSeconds(12))) {
            jumping.offset = jump;
            for (int i = 0; i < 30; i++) {
                time.advance(Duration.ofSeconds(1));
                assertThat(candidate.elector.isLeader()).isTrue();
                assertThat(two.elector.isLeader()).isFalse();
            }
        }
    }

    @Test
    void aWriteThatArrivesWhileStoppingIsWaitedForAndUndone() {
        network.oneWay = Duration.ofSeconds(1);
        one.elector.start();
        // The Lease was read after two seconds, and its creation is now on the way.
        time.advance(Duration.ofMillis(2_500));
        assertThat(server.lease()).isNull();

        var stopped = one.elector.stop().subscribeAsCompletionStage();
        time.advance(Duration.ofSeconds(1));
        assertThat(server.holder()).isEqualTo("one");
        time.advance(Duration.ofSeconds(6));

        assertThat(stopped).isCompleted();
        assertThat(server.holder()).isEmpty();
        assertThat(one.told).isEmpty();
    }

    @Test
    void whoIsOutrunWhileFreeingTheLeaseTriesAgain() {
        one.elector.start();
        time.runDue();
        network.oneWay = Duration.ofMillis(10);

        var stopped = one.elector.stop().subscribeAsCompletionStage();
        time.advance(Duration.ofMillis(25));
        server.put(lease());
        time.advance(Duration.ofSeconds(1));

        assertThat(stopped).isCompleted();
        assertThat(server.holder()).isEmpty();
    }

    @Test
    void stoppingEndsWithinTheRenewDeadlineWhateverHappens() {
        one.elector.start();
        time.runDue();
        network.fate = Fate.LOST;
        time.advance(Duration.ofSeconds(3));

        var stopped = one.elector.stop().subscribeAsCompletionStage();
        time.advance(Duration.ofSeconds(10));

        assertThat(stopped).isCompleted();
        assertThat(time.waiting()).isZero();
        assertThat(one.told).containsExactly("leader one", "elected");
    }

    @Test
    void whoStopsFreesTheLeaseAndTheNextOneNeedNotWait() {
        one.elector.start();
        time.runDue();
        two.elector.start();
        time.runDue();

        one.elector.stop().subscribe().with(done -> {});
        time.runDue();

        assertThat(one.elector.isLeader()).isFalse();
        assertThat(one.told).containsExactly("leader one", "elected");
        assertThat(server.holder()).isEmpty();
        assertThat(lease().getSpec().getLeaseDurationSeconds()).isEqualTo(1);
        assertThat(server.events).contains("LeaderElection: one stopped leading");
        time.advance(Duration.ofMillis(4_400));
        assertThat(two.elector.isLeader()).isTrue();
        assertThat(lease().getSpec().getLeaseTransitions()).isEqualTo(1);
    }

    @Test
    void aFollowerThatStopsLeavesTheLeaseAlone() {
        one.elector.start();
        two.elector.start();
        time.runDue();

        two.elector.stop().subscribe().with(done -> {});
        time.advance(Duration.ofMinutes(1));

        assertThat(server.holder()).isEqualTo("one");
        assertThat(two.told).doesNotContain("elected");
    }

    @Test
    void stoppingSucceedsEvenWhenTheApiServerIsGone() {
        one.elector.start();
        time.runDue();
        network.fate = Fate.REFUSED;
        var stopped = one.elector.stop().subscribeAsCompletionStage();

        time.advance(Duration.ofSeconds(1));

        assertThat(stopped).isCompleted();
    }

    @Test
    @DisplayName("durations that cannot work are refused with all three named (CFG-25)")
    void durationsThatCannotWorkAreRefused() {
        LeaderConfig usual = config(15, 10, 2);

        assertThat(usual.identity()).matches(".+_[0-9a-f-]{36}");
        assertThatThrownBy(() -> config(10, 10, 2))
                .hasMessageContaining("leaseDuration (PT10S)")
                .hasMessageContaining("renewDeadline (PT10S)")
                .hasMessageContaining("retryPeriod (PT2S)");
        assertThatThrownBy(() -> config(15, 10, 9)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LeaderConfig(
                        "n", "l", "", usual.leaseDuration(), usual.renewDeadline(), usual.retryPeriod()))
                .hasMessageContaining("identity");
    }

    @Test
    @DisplayName("with our defaults a crash is followed by a new leader within 4.4 s, whenever it happens (FAB-60)")
    void aCrashIsFollowedByANewLeaderWithinFiveSeconds() {
        for (int moment = 0; moment < 40; moment++) {
            var clock = new ManualTimeSource();
            var leases = new LeaseServer(clock);
            var cable = new Switch();
            var leader = new Candidate("leader", leases.through(cable), clock, Candidate.Rhythm.FAST);
            var follower = new Candidate("follower", leases.through(LeaseServer.GOOD), clock, Candidate.Rhythm.FAST);
            leader.elector.start();
            clock.runDue();
            follower.elector.start();
            clock.advance(Duration.ofMillis(1_000 + 10 * moment));

            cable.fate = Fate.LOST;
            clock.advance(Duration.ofMillis(4_360));

            assertThat(follower.elector.isLeader())
                    .as("crash after %d ms", 1_000 + 10 * moment)
                    .isTrue();
        }
    }

    @Test
    @DisplayName("a leader whose event loop hangs is followed within 5 s, and leads no more by then (OPS-05a)")
    void aLeaderThatHangsIsFollowedWithinFiveSeconds() {
        for (int moment = 0; moment < 40; moment++) {
            var clock = new ManualTimeSource();
            var leases = new LeaseServer(clock);
            var leader = new Candidate("leader", leases.through(LeaseServer.GOOD), clock, Candidate.Rhythm.FAST);
            var follower = new Candidate("follower", leases.through(LeaseServer.GOOD), clock, Candidate.Rhythm.FAST);
            leader.elector.start();
            clock.runDue();
            follower.elector.start();
            clock.advance(Duration.ofMillis(1_000 + 10 * moment));

            leader.hangsFrom(clock);
            clock.advance(Duration.ofMillis(4_000));
            assertThat(leader.elector.isLeader()).isFalse();
            clock.advance(Duration.ofMillis(900));

            assertThat(follower.elector.isLeader())
                    .as("hanging after %d ms", 1_000 + 10 * moment)
                    .isTrue();
            assertThat(leader.told).last().asString().endsWith("the event loop that reconciles does not run");
        }
    }

    @Test
    @DisplayName("a leader whose event loop is late for 2.5 s keeps the lead (OPS-05a)")
    void aPauseDoesNotCostTheLead() {
        var leader = new Candidate("leader", server.through(LeaseServer.GOOD), time, Candidate.Rhythm.FAST);
        leader.elector.start();
        for (int pause = 0; pause < 20; pause++) {
            time.advance(Duration.ofMillis(1_000 + 37 * pause));
            leader.hangsFrom(time);
            for (int i = 0; i < 250; i++) {
                time.advance(Duration.ofMillis(10));
                assertThat(leader.elector.isLeader()).isTrue();
            }
            leader.heartbeatAge = () -> Duration.ZERO;
        }

        time.advance(Duration.ofSeconds(10));

        assertThat(leader.told).containsExactly("leader leader", "elected");
    }

    @Test
    @DisplayName("a replica whose event loop hangs does not take the lead (OPS-05a)")
    void whoHangsDoesNotTakeTheLead() {
        one.hangsFrom(time);
        time.advance(Duration.ofSeconds(1));
        one.elector.start();

        time.advance(Duration.ofMinutes(1));

        assertThat(server.lease()).isNull();
        assertThat(one.told).isEmpty();
    }

    @Test
    @DisplayName("who has lost the lead asks for it only when told to, and leads in a further term then (OPS-05)")
    void whoHasLostLeadsAgainWhenStartedAgain() {
        one.elector.start();
        time.runDue();
        assertThat(one.elector.term()).isEqualTo(1);
        server.put(held("three", 15, "2026-01-02T03:04:05Z"));
        time.advance(Duration.ofMinutes(2));
        assertThat(one.elector.isLeader()).isFalse();
        assertThat(server.holder()).isEqualTo("three");

        one.elector.start();
        time.runDue();

        assertThat(one.elector.isLeader()).isTrue();
        assertThat(one.elector.term()).isEqualTo(2);
        assertThat(one.told).containsExactly("leader one", "elected", "lost: the lease is held by three", "elected");
    }

    @Test
    @DisplayName("answers that take 1.5 s neither cost the lead nor keep anybody from winning it (FAB-60)")
    void slowAnswersDoNotCostTheLead() {
        network.oneWay = Duration.ofMillis(750);
        Switch slow = new Switch();
        slow.oneWay = network.oneWay;
        var leader = new Candidate("leader", server.through(network), time, Candidate.Rhythm.FAST);
        var follower = new Candidate("follower", server.through(slow), time, Candidate.Rhythm.FAST);
        leader.elector.start();
        time.advance(Duration.ofMillis(3_100));
        assertThat(leader.elector.isLeader()).isTrue();
        follower.elector.start();

        for (int tenths = 0; tenths < 3_000; tenths++) {
            time.advance(Duration.ofMillis(100));
            assertThat(leader.elector.isLeader()).as("after %d00 ms", tenths).isTrue();
        }
        network.fate = Fate.LOST;
        time.advance(Duration.ofSeconds(10));

        assertThat(leader.told).hasSize(3);
        assertThat(follower.elector.isLeader()).isTrue();
    }

    @Test
    @DisplayName("answers that begin to take 1.5 s do not cost the lead, at whatever moment (FAB-60)")
    void answersThatBecomeSlowDoNotCostTheLead() {
        for (int moment = 0; moment < 40; moment++) {
            var clock = new ManualTimeSource();
            var leases = new LeaseServer(clock);
            var cable = new Switch();
            var leader = new Candidate("leader", leases.through(cable), clock, Candidate.Rhythm.FAST);
            leader.elector.start();
            clock.advance(Duration.ofMillis(1_000 + 10 * moment));

            cable.oneWay = Duration.ofMillis(750);
            clock.advance(Duration.ofSeconds(60));
            cable.oneWay = Duration.ZERO;
            clock.advance(Duration.ofSeconds(10));

            assertThat(leader.told)
                    .as("slow after %d ms", 1_000 + 10 * moment)
                    .containsExactly("leader leader", "elected");
        }
    }

    private static LeaderConfig config(int leaseDuration, int renewDeadline, int retryPeriod) {
        return LeaderConfig.of(
                "ns",
                "name",
                Duration.ofSeconds(leaseDuration),
                Duration.ofSeconds(renewDeadline),
                Duration.ofSeconds(retryPeriod));
    }

    private Lease lease() {
        return Objects.requireNonNull(server.lease());
    }

    private static Lease held(String holder, int seconds, String renewed) {
        return new LeaseBuilder()
                .withNewMetadata()
                .withName("trainer")
                .withNamespace("kubeflow-system")
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity(holder)
                .withLeaseDurationSeconds(seconds)
                .withRenewTime(ZonedDateTime.parse(renewed))
                .endSpec()
                .build();
    }

    private static final class Switch implements Network {
        private Fate fate = Fate.ANSWERED;
        private Duration oneWay = Duration.ZERO;

        @Override
        public Fate fate() {
            return fate;
        }

        @Override
        public Duration oneWay() {
            return oneWay;
        }
    }

    /** Monotonic time as it should be, and a wall clock that somebody plays with. */
    private static final class JumpingClock implements TimeSource {
        private final TimeSource time;
        private Duration offset = Duration.ZERO;

        private JumpingClock(TimeSource time) {
            this.time = time;
        }

        @Override
        public Instant now() {
            return time.now().plus(offset);
        }

        @Override
        public long nanos() {
            return time.nanos();
        }

        @Override
        public Cancellable after(Duration delay, Runnable task) {
            return time.after(delay, task);
        }
    }
}
