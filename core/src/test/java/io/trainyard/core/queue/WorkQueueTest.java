package io.trainyard.core.queue;

import static io.trainyard.core.queue.Priority.BULK;
import static io.trainyard.core.queue.Priority.HIGH;
import static io.trainyard.core.queue.Priority.LOW;
import static io.trainyard.core.queue.Priority.NEW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("WorkQueue (PIPE-16)")
final class WorkQueueTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Backoff PLAIN = new Backoff(SECOND, 2, Duration.ofSeconds(8), 0);

    private final List<String> heard = new ArrayList<>();
    private final WorkQueue<String> queue = new WorkQueue<>(PLAIN, () -> 0, new Recorder());

    /** Close to the end of the range, so that every test also crosses the overflow of the clock. */
    private long now = Long.MAX_VALUE - SECOND.toNanos();

    @Test
    void oneEntryForEachKey() {
        add("a");
        add("a");
        assertThat(poll()).isEqualTo("a");
        assertThat(poll()).isNull();
        done("a", Outcome.done());
        assertThat(poll()).isNull();
    }

    @Test
    void firstReadyIsFirstServed() {
        queue.addAfter("late", HIGH, SECOND.multipliedBy(3), now);
        queue.addAfter("early", HIGH, SECOND, now);
        pass(SECOND.multipliedBy(2));
        add("middle");
        pass(SECOND.multipliedBy(2));
        add("last");
        assertThat(drain()).containsExactly("early", "middle", "late", "last");
    }

    @Test
    @DisplayName("a namespace whose 2,000 jobs are ready keeps one of another waiting for no more than one of them")
    void groupsTakeTurns() {
        WorkQueue<String> fair =
                new WorkQueue<>(PLAIN, () -> 0, QueueListener.none(), key -> key.substring(0, key.indexOf('/')));
        for (int i = 0; i < 2000; i++) {
            fair.add("many/" + i, HIGH, now);
        }
        assertThat(fair.poll(now)).contains("many/0");
        fair.add("one/a", HIGH, now);
        fair.add("one/b", HIGH, now);
        fair.add("third/a", HIGH, now);

        List<String> served = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            served.add(fair.poll(now).orElseThrow());
        }

        assertThat(served).containsExactly("many/1", "one/a", "third/a", "many/2", "one/b", "many/3");
        assertThat(fair.depth()).isEqualTo(2000 - 4);
    }

    @Test
    @DisplayName("the turn of a namespace never brings what can wait before what has just happened")
    void groupsTakeTurnsWithinAPriority() {
        WorkQueue<String> fair =
                new WorkQueue<>(PLAIN, () -> 0, QueueListener.none(), key -> key.substring(0, key.indexOf('/')));
        fair.add("old/a", LOW, now);
        fair.add("new/a", HIGH, now);
        fair.add("new/b", HIGH, now);

        assertThat(List.of(
                        fair.poll(now).orElseThrow(),
                        fair.poll(now).orElseThrow(),
                        fair.poll(now).orElseThrow()))
                .containsExactly("new/a", "new/b", "old/a");
    }

    @Test
    void aNewJobIsServedBeforeTheInitialList() {
        queue.add("old-1", LOW, now);
        queue.add("old-2", LOW, now);
        add("new");
        assertThat(drain()).containsExactly("new", "old-1", "old-2");
    }

    @Test
    @DisplayName(
            "a new job has the next turn, though one change has woken 2,000 jobs of its namespace and 2,000 others have news (PIPE-16a)")
    void aNewJobAmongACrowd() {
        for (int i = 0; i < 2000; i++) {
            queue.add("woken-" + i, BULK, now);
            queue.add("changed-" + i, HIGH, now);
        }
        poll();
        queue.add("new", NEW, now);
        assertThat(poll()).isEqualTo("new");
    }

    @Test
    @DisplayName(
            "a stream of new jobs leaves one turn in eight to the others of their namespace, and one in eight to what is low (PIPE-16a)")
    void aStreamOfNewJobsKeepsNobodyForEver() {
        queue.add("woken", BULK, now);
        queue.add("changed", HIGH, now);
        queue.add("old", LOW, now);
        List<String> served = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            queue.add("new-" + i, NEW, now);
            served.add(poll().replaceFirst("-.*", ""));
        }
        assertThat(served.subList(0, 7)).containsOnly("new");
        assertThat(served).containsSubsequence("old", "changed", "woken");
        assertThat(served.indexOf("woken")).isLessThan(20);
    }

    @Test
    @DisplayName(
            "what fails until something else changes is repeated after what has news, what failed by chance is not (PIPE-16a)")
    void aRepeatThatNeedsAChangeWaitsForOthers() {
        queue.add("no-runtime", NEW, now);
        queue.add("timed-out", NEW, now);
        poll();
        poll();
        done("no-runtime", Outcome.retryAfterChange(SECOND));
        done("timed-out", Outcome.retryNotBefore(SECOND));
        pass(SECOND);
        add("changed");
        assertThat(drain()).containsExactly("timed-out", "changed", "no-runtime");
    }

    @Test
    @DisplayName("a job is new until it was reconciled once; what is low stays low (PIPE-16a)")
    void isNewOnce() {
        queue.add("again", NEW, now);
        queue.add("old", LOW, now);
        assertThat(poll()).isEqualTo("again");
        done("again", Outcome.requeueAfter(SECOND));
        assertThat(poll()).isEqualTo("old");
        done("old", Outcome.retryAfterChange(SECOND));
        pass(SECOND);
        queue.add("new", NEW, now);
        queue.add("woken", BULK, now);
        assertThat(drain()).containsExactly("new", "again", "woken", "old");
    }

    @Test
    void aRaisedPriorityGoesToTheEndOfItsNewLevel() {
        queue.add("raised", LOW, now);
        add("a");
        add("raised");
        add("b");
        assertThat(drain()).containsExactly("a", "raised", "b");
    }

    @Test
    void addingAgainNeverLowersAPriorityNorMovesAKeyBack() {
        add("a");
        queue.add("b", LOW, now);
        queue.add("a", LOW, now);
        assertThat(drain()).containsExactly("a", "b");
    }

    @Test
    void addingALockedKeyManyTimesGivesExactlyOneFurtherPass() {
        add("a");
        poll();
        add("a");
        add("a");
        assertThat(poll()).as("a is in a pass").isNull();
        done("a", Outcome.done());
        assertThat(poll()).isEqualTo("a");
        done("a", Outcome.done());
        assertThat(poll()).isNull();
        assertThat(queue.nextWakeUp()).isEmpty();
    }

    @Test
    void anEventDuringAReconcileIsLookedAtWhenThatHasEnded() {
        List<String> written = new ArrayList<>();
        add("a");
        poll();
        assertThat(queue.addEvent("a", HIGH, Duration.ZERO, () -> !written.contains("echo"), now))
                .isFalse();
        written.add("echo");
        done("a", Outcome.done());
        assertThat(poll()).as("the echo of a write is no reason").isNull();

        add("a");
        poll();
        queue.addEvent("a", HIGH, Duration.ZERO, () -> false, now);
        queue.addEvent("a", HIGH, Duration.ZERO, () -> true, now);
        queue.addEvent("a", HIGH, Duration.ZERO, () -> true, now);
        done("a", Outcome.done());
        assertThat(drain()).containsExactly("a");
        assertThat(poll()).isNull();
    }

    @Test
    void anEventOutsideAReconcileIsLookedAtAtOnce() {
        assertThat(queue.addEvent("a", HIGH, Duration.ZERO, () -> false, now)).isFalse();
        assertThat(poll()).isNull();
        assertThat(queue.addEvent("a", HIGH, Duration.ZERO, () -> true, now)).isTrue();
        assertThat(poll()).isEqualTo("a");
    }

    @Test
    void anEventOvertakesARequeue() {
        add("a");
        poll();
        done("a", Outcome.requeueAfter(SECOND.multipliedBy(60)));
        assertThat(poll()).isNull();
        add("a");
        assertThat(poll()).isEqualTo("a");
        done("a", Outcome.done());
        assertThat(queue.nextWakeUp()).as("the requeue is spent").isEmpty();
    }

    @Test
    @DisplayName("what was decided from an old view is repeated ever more seldom, and an event overtakes (JOBSET-26)")
    void aRequeueBacksOff() {
        add("a");
        poll();
        done("a", Outcome.requeue());
        long first = queue.nextWakeUp().orElseThrow() - now;
        pass(Duration.ofNanos(first));
        assertThat(poll()).isEqualTo("a");
        done("a", Outcome.requeue());
        assertThat(queue.nextWakeUp().orElseThrow() - now).isGreaterThan(first);
        add("a");
        assertThat(poll()).isEqualTo("a");
    }

    @Test
    void theEarliestDelayWins() {
        queue.addAfter("a", HIGH, SECOND.multipliedBy(5), now);
        queue.addAfter("a", HIGH, SECOND.multipliedBy(2), now);
        queue.addAfter("a", HIGH, SECOND.multipliedBy(9), now);
        assertThat(queue.nextWakeUp()).hasValue(now + SECOND.multipliedBy(2).toNanos());
        pass(SECOND.multipliedBy(2));
        assertThat(poll()).isEqualTo("a");
    }

    @Test
    void aRequeueDuringAPassIsJoinedWithTheOutcome() {
        add("a");
        poll();
        queue.addAfter("a", HIGH, SECOND, now);
        done("a", Outcome.requeueAfter(SECOND.multipliedBy(30)));
        assertThat(queue.nextWakeUp()).hasValue(now + SECOND.toNanos());
    }

    @Test
    void aLaterDelayDoesNotPutOffAReadyKey() {
        add("a");
        queue.addAfter("a", HIGH, SECOND, now);
        assertThat(poll()).isEqualTo("a");
    }

    @Test
    void failuresBackOffAndSuccessResets() {
        add("a");
        for (long expected : new long[] {1, 2, 4, 8, 8}) {
            assertThat(poll()).isEqualTo("a");
            done("a", Outcome.retry());
            assertThat(queue.nextWakeUp())
                    .hasValue(now + SECOND.multipliedBy(expected).toNanos());
            pass(SECOND.multipliedBy(expected).minusNanos(1));
            assertThat(poll()).isNull();
            pass(Duration.ofNanos(1));
        }
        assertThat(queue.failures("a")).isEqualTo(5);
        poll();
        done("a", Outcome.done());
        assertThat(queue.failures("a")).isZero();
    }

    @Test
    void anEventOvertakesABackOffButTheFailuresStillCount() {
        add("a");
        poll();
        done("a", Outcome.retry());
        add("a");
        assertThat(poll()).isEqualTo("a");
        done("a", Outcome.retry());
        assertThat(queue.nextWakeUp()).hasValue(now + SECOND.multipliedBy(2).toNanos());
    }

    @Test
    void theServerMayAskForALongerWaitThanTheBackOff() {
        add("a");
        poll();
        done("a", Outcome.retryNotBefore(SECOND.multipliedBy(20)));
        assertThat(queue.nextWakeUp()).hasValue(now + SECOND.multipliedBy(20).toNanos());
    }

    @Test
    void aRetryKeepsThePriority() {
        add("a");
        poll();
        done("a", Outcome.retry());
        queue.add("old", LOW, now);
        pass(SECOND);
        assertThat(drain()).containsExactly("a", "old");
    }

    @Test
    void givingUpWaitsForTheNextEvent() {
        add("a");
        poll();
        done("a", Outcome.terminalError());
        assertThat(queue.nextWakeUp()).isEmpty();
        add("a");
        assertThat(poll()).isEqualTo("a");
    }

    @Test
    void forgettingEndsTheFailuresAndKeepsTheKey() {
        add("a");
        poll();
        done("a", Outcome.retry());
        queue.forget("a");
        queue.forget("unknown");
        assertThat(queue.failures("a")).isZero();
        pass(SECOND);
        assertThat(poll()).isEqualTo("a");
    }

    @Test
    void doneWithoutAPassIsAMistakeOfTheCaller() {
        assertThatThrownBy(() -> done("a", Outcome.done())).hasMessage("done, but not being reconciled: a");
        add("a");
        assertThatThrownBy(() -> done("a", Outcome.done())).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void keysThatWaitForTheirTimeAreNotCountedInTheDepth() {
        queue.addAfter("later", HIGH, SECOND, now);
        add("now");
        assertThat(queue.depth()).isEqualTo(1);
        assertThat(queue.delayed()).isEqualTo(1);
        poll();
        assertThat(queue.depth()).isZero();
        assertThat(queue.processing()).isEqualTo(1);
    }

    @Test
    void absurdDelaysAreAcceptedAndNegativeOnesMeanNow() {
        queue.addAfter("never", HIGH, Duration.ofDays(1_000_000), now);
        queue.addAfter("now", HIGH, Duration.ofDays(-1), now);
        assertThat(drain()).containsExactly("now");
    }

    @Test
    @DisplayName("tells the listener what metrics need (OPS-33)")
    void tellsTheListenerWhatMetricsNeed() {
        add("a");
        add("a");
        pass(SECOND);
        poll();
        add("a");
        pass(SECOND.multipliedBy(3));
        done("a", Outcome.retry());
        poll();
        assertThat(heard)
                .containsExactly(
                        "added a HIGH",
                        "ready a for 0 s",
                        "started a after 1 s",
                        "finished a after 3 s",
                        "retried a 1",
                        "added a HIGH",
                        "ready a for 0 s",
                        "started a after 0 s");
    }

    @Test
    @DisplayName("a key that waits for its time is ready, for the listener, when that has come (OPS-33)")
    void aDelayedKeyIsReadyWhenItsTimeHasCome() {
        queue.addAfter("later", HIGH, SECOND.multipliedBy(2), now);
        assertThat(heard).containsExactly("added later HIGH");

        pass(SECOND.multipliedBy(5));
        poll();
        assertThat(heard).containsExactly("added later HIGH", "ready later for 3 s", "started later after 3 s");
    }

    @Test
    void aClearedQueueKnowsNoKeyAndNoFailure() {
        add("failed");
        poll();
        done("failed", Outcome.retry());
        add("ready");
        queue.addAfter("later", LOW, SECOND.multipliedBy(3), now);

        queue.clear();

        assertThat(heard).endsWith("cleared");
        assertThat(queue.depth()).isZero();
        assertThat(queue.delayed()).isZero();
        assertThat(queue.failures("failed")).isZero();
        pass(SECOND.multipliedBy(10));
        assertThat(poll()).isNull();
        add("ready");
        assertThat(poll()).isEqualTo("ready");
        assertThatThrownBy(queue::clear).hasMessage("keys are being reconciled: 1");
    }

    @Test
    void aNewJobOvertakesOneHundredThousandOldOnesAndNoneIsLost() {
        int keys = 100_000;
        for (int i = 0; i < keys; i++) {
            queue.add("old-" + i, LOW, now);
        }
        add("new");
        assertThat(poll()).isEqualTo("new");
        for (int i = 0; i < keys; i++) {
            String key = "old-" + i;
            assertThat(poll()).isEqualTo(key);
            done(key, i % 2 == 0 ? Outcome.retry() : Outcome.done());
        }
        pass(SECOND);
        assertThat(drain()).hasSize(keys / 2);
    }

    private void add(String key) {
        queue.add(key, HIGH, now);
    }

    private String poll() {
        return queue.poll(now).orElse(null);
    }

    private void done(String key, Outcome outcome) {
        queue.done(key, outcome, now);
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    private List<String> drain() {
        List<String> drained = new ArrayList<>();
        for (String key = poll(); key != null; key = poll()) {
            drained.add(key);
            done(key, Outcome.done());
        }
        return drained;
    }

    private final class Recorder implements QueueListener<String> {
        @Override
        public void added(String key, Priority priority) {
            heard.add("added " + key + " " + priority);
        }

        @Override
        public void retried(String key, int failures) {
            heard.add("retried " + key + " " + failures);
        }

        @Override
        public void started(String key, long waitedNanos) {
            heard.add("started " + key + " after " + waitedNanos / SECOND.toNanos() + " s");
        }

        @Override
        public void finished(String key, long workedNanos) {
            heard.add("finished " + key + " after " + workedNanos / SECOND.toNanos() + " s");
        }

        @Override
        public void ready(String key, long since) {
            heard.add("ready " + key + " for " + (now - since) / SECOND.toNanos() + " s");
        }

        @Override
        public void cleared() {
            heard.add("cleared");
        }
    }
}
