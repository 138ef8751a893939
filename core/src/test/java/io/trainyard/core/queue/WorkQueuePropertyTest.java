package io.trainyard.core.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** What holds after any sequence of adding, taking, finishing and waiting (PIPE-16). */
final class WorkQueuePropertyTest {
    private static final Backoff BACKOFF = new Backoff(Duration.ofNanos(2), 2, Duration.ofNanos(20), 0.1);
    private static final double CHANCE = 0.5;
    private static final long FAR = 1_000;
    private static final int GROUPS = 3;

    /** Turns of all groups together, at most, until a key is served that is the first of its priority in its group, for each group. */
    private static final int MAX_TURNS = 24;

    /** One thing that happens to a queue. */
    private sealed interface Step {
        record Add(int key, Priority priority, long delay) implements Step {}

        record Take() implements Step {}

        record Finish(int which, Outcome outcome) implements Step {}

        record Wait(long nanos) implements Step {}
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Step> add = Combinators.combine(
                        Arbitraries.integers().between(0, 5),
                        Arbitraries.of(Priority.class),
                        Arbitraries.oneOf(
                                Arbitraries.just(0L), Arbitraries.longs().between(1, 12)))
                .as(Step.Add::new);
        Arbitrary<Outcome> again =
                Arbitraries.longs().between(0, 12).map(nanos -> Outcome.requeueAfter(Duration.ofNanos(nanos)));
        Arbitrary<Outcome> outcome = Arbitraries.frequencyOf(
                Tuple.of(2, Arbitraries.just(Outcome.done())),
                Tuple.of(2, Arbitraries.just(Outcome.retry())),
                Tuple.of(2, Arbitraries.just(Outcome.retryAfterChange(Duration.ZERO))),
                Tuple.of(1, Arbitraries.just(Outcome.terminalError())),
                Tuple.of(2, again));
        Arbitrary<Step> finish = Combinators.combine(Arbitraries.integers().between(0, 9), outcome)
                .as(Step.Finish::new);
        Arbitrary<Step> wait = Arbitraries.longs().between(1, 10).map(Step.Wait::new);
        Arbitrary<Step> take = Arbitraries.create(Step.Take::new);
        return Arbitraries.frequencyOf(Tuple.of(4, add), Tuple.of(3, take), Tuple.of(3, finish), Tuple.of(2, wait))
                .list()
                .ofMaxSize(80);
    }

    @Property(seed = "20260101")
    void givesTheSameAnswersAsTheNaiveQueue(@ForAll("steps") List<Step> steps) {
        WorkQueue<Integer> queue = new WorkQueue<>(BACKOFF, () -> CHANCE, QueueListener.none());
        NaiveQueue naive = new NaiveQueue(BACKOFF, CHANCE);
        long now = 0;
        for (Step step : steps) {
            if (step instanceof Step.Add add) {
                queue.addAfter(add.key, add.priority, Duration.ofNanos(add.delay), now);
                naive.add(add.key, add.priority, now + add.delay, now);
            } else if (step instanceof Step.Take) {
                assertThat(queue.poll(now)).isEqualTo(naive.poll(now));
            } else if (step instanceof Step.Finish finish && !naive.passes().isEmpty()) {
                int key = naive.passes().get(finish.which % naive.passes().size());
                queue.done(key, finish.outcome, now);
                naive.done(key, finish.outcome, now);
            } else if (step instanceof Step.Wait wait) {
                now += wait.nanos;
            }
            if (!(step instanceof Step.Wait)) {
                assertThat(queue.depth()).isEqualTo(naive.depth());
            }
            assertThat(queue.depth() + queue.delayed() + queue.processing())
                    .isEqualTo(naive.known().size());
        }
    }

    @Property(seed = "20260101")
    void noKeyIsInTwoPassesAtOnceAndNoneIsLost(@ForAll("steps") List<Step> steps) {
        WorkQueue<Integer> queue = new WorkQueue<>(BACKOFF, () -> CHANCE, QueueListener.none());
        List<Integer> passes = new ArrayList<>();
        Set<Integer> owed = new HashSet<>();
        long now = 0;
        for (Step step : steps) {
            if (step instanceof Step.Add add) {
                queue.addAfter(add.key, add.priority, Duration.ofNanos(add.delay), now);
                owed.add(add.key);
            } else if (step instanceof Step.Take) {
                Optional<Integer> taken = queue.poll(now);
                taken.ifPresent(key -> {
                    assertThat(passes).doesNotContain(key);
                    passes.add(key);
                    owed.remove(key);
                });
            } else if (step instanceof Step.Finish finish && !passes.isEmpty()) {
                Integer key = passes.remove(finish.which % passes.size());
                queue.done(key, finish.outcome, now);
                if (finish.outcome instanceof Outcome.Retry || finish.outcome instanceof Outcome.RequeueAfter) {
                    owed.add(key);
                }
            } else if (step instanceof Step.Wait wait) {
                now += wait.nanos;
            }
        }
        for (Integer key : passes) {
            queue.done(key, Outcome.done(), now);
        }
        assertThat(drain(queue, now + FAR)).containsExactlyInAnyOrderElementsOf(owed);
        assertThat(queue.nextWakeUp()).isEmpty();
    }

    @Property(seed = "20260101")
    void aPriorityNeverSinksAndATimeIsNeverPutOffWhileAKeyWaits(@ForAll("steps") List<Step> steps) {
        WorkQueue<Integer> queue = new WorkQueue<>(BACKOFF, () -> CHANCE, QueueListener.none());
        Map<Integer, Priority> best = new HashMap<>();
        Map<Integer, Long> earliest = new HashMap<>();
        for (Step step : steps) {
            if (step instanceof Step.Add add) {
                queue.addAfter(add.key, add.priority, Duration.ofNanos(add.delay), 0);
                best.merge(add.key, add.priority, Priority::or);
                earliest.merge(add.key, add.delay, Math::min);
            }
        }
        long first = earliest.values().stream().mapToLong(Long::longValue).min().orElse(0);
        assertThat(queue.nextWakeUp().isPresent()).isEqualTo(!earliest.isEmpty());
        queue.nextWakeUp().ifPresent(time -> assertThat(time).isEqualTo(first));
        List<Priority> served = drain(queue, FAR).stream().map(best::get).toList();
        assertThat(served).isSorted();
    }

    @Property(seed = "20260101")
    void theWakeUpTimeIsExact(@ForAll("steps") List<Step> steps) {
        WorkQueue<Integer> queue = new WorkQueue<>(BACKOFF, () -> CHANCE, QueueListener.none());
        for (Step step : steps) {
            if (step instanceof Step.Add add) {
                queue.addAfter(add.key, add.priority, Duration.ofNanos(add.delay), 0);
            }
        }
        while (queue.nextWakeUp().isPresent()) {
            long time = queue.nextWakeUp().getAsLong();
            if (time > 0 && queue.depth() == 0) {
                assertThat(queue.poll(time - 1)).isEmpty();
            }
            Optional<Integer> taken = queue.poll(time);
            assertThat(taken).isPresent();
            queue.done(taken.orElseThrow(), Outcome.done(), time);
        }
        assertThat(queue.delayed()).isZero();
    }

    /** A key of a crowd. */
    private record Member(int number, int group, Priority priority) {}

    @Provide
    Arbitrary<List<Member>> crowd() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, GROUPS - 1),
                        Arbitraries.frequency(
                                Tuple.of(6, Priority.NEW),
                                Tuple.of(4, Priority.HIGH),
                                Tuple.of(2, Priority.BULK),
                                Tuple.of(1, Priority.LOW)))
                .as((group, priority) -> new Member(0, group, priority))
                .list()
                .ofSize(400);
    }

    @Property(seed = "20260101", tries = 200)
    void everyKeyHasItsTurnWithinABoundHoweverManyMoreUrgentOnesCome(@ForAll("crowd") List<Member> crowd) {
        WorkQueue<Member> queue = new WorkQueue<>(BACKOFF, () -> CHANCE, QueueListener.none(), Member::group);
        Map<Member, Integer> latest = new HashMap<>();
        Map<Member, Integer> waiting = new HashMap<>();
        int turn = 0;
        for (int i = 0; i < crowd.size() || queue.depth() > 0; i++) {
            // Two come for each that is served, until no more come.
            for (int more = 2 * i; more < Math.min(2 * i + 2, crowd.size()); more++) {
                Member come = new Member(more, crowd.get(more).group, crowd.get(more).priority);
                int place = waiting.merge(new Member(-1, come.group, come.priority), 1, Integer::sum);
                latest.put(come, turn + MAX_TURNS * place * GROUPS);
                queue.add(come, come.priority, 0);
            }
            Optional<Member> served = queue.poll(0);
            turn++;
            if (served.isPresent()) {
                Member member = served.get();
                waiting.merge(new Member(-1, member.group, member.priority), -1, Integer::sum);
                queue.done(member, Outcome.done(), 0);
                assertThat(turn).as("%s", member).isLessThanOrEqualTo(latest.remove(member));
            }
        }
        assertThat(latest).isEmpty();
    }

    private static List<Integer> drain(WorkQueue<Integer> queue, long now) {
        List<Integer> drained = new ArrayList<>();
        for (Optional<Integer> key = queue.poll(now); key.isPresent(); key = queue.poll(now)) {
            drained.add(key.get());
            queue.done(key.get(), Outcome.done(), now);
        }
        return drained;
    }
}
