package io.trainyard.launcher.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.faults.CallRecord;
import io.trainyard.testcluster.faults.FaultProxy;
import io.trainyard.testcluster.faults.Injection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * One life of a TrainJob, again and again, each time with another fault at another write. Many lives run at once, each with a namespace and a controller of
 * its own. By default a controller dies at each write between commit and reply, and each write meets one of the other faults in turn, which takes a minute; with
 * {@code -Dfaults.all=true} each write meets all. The silence that must follow is short by default: what repeats itself does so within the first waits of the back-off, which begin at 100 ms. {@code
 * -Dfaults.silence=10} waits for as many seconds, {@code -Dfaults.lives} says how many lives run at once, {@code -Dfaults.only} picks lives by a regular
 * expression for their names.
 */
@RealCluster(
        kind = ClusterKind.BARE,
        customResourceDefinitions = {"../deploy/crds", "src/test/resources/crds"})
@DisplayName("Every write may be the last, unanswered or refused (JOBSET-18, STATUS-07)")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class EveryStepIT {
    private static final Duration SILENCE = Duration.ofSeconds(Integer.getInteger("faults.silence", 3));
    private static final int LIVES_AT_ONCE = Integer.getInteger("faults.lives", 24);

    private static final boolean ALL = Boolean.getBoolean("faults.all");
    private static final Pattern ONLY = Pattern.compile(System.getProperty("faults.only", ""));

    private final ExecutorService lives = Executors.newFixedThreadPool(LIVES_AT_ONCE);
    private TestCluster cluster;
    private FaultProxy proxy;
    private Watching watching;

    /** What a life without faults leads to. */
    private record Expected(List<WritePoint> writes, NamespaceState end, Map<String, Long> creations) {}

    @BeforeAll
    void start(TestCluster given) {
        cluster = given;
        proxy = given.startFaultProxy();
        watching = new Watching(given.adminClient());
    }

    @AfterAll
    void stop() {
        lives.shutdownNow();
        watching.close();
        proxy.close();
    }

    @TestFactory
    @DisplayName(
            "whatever happens at one write, the end is the same, nothing is made twice, no end is taken back, and then it is quiet")
    Stream<DynamicTest> oneFault() throws Exception {
        Expected expected = withoutFault();
        List<DynamicTest> tests = new ArrayList<>();
        for (int k = 0; k < expected.writes.size(); k++) {
            for (StepFault fault : StepFault.values()) {
                WritePoint point = expected.writes.get(k);
                String name = fault + " at " + point;
                if (isDue(k, fault) && ONLY.matcher(name).find()) {
                    String namespace = "step-%d-%d".formatted(k, fault.ordinal());
                    Future<Void> result = lives.submit(life(namespace, point, fault, expected));
                    tests.add(DynamicTest.dynamicTest(name, result::get));
                }
            }
        }
        return tests.stream();
    }

    private static boolean isDue(int write, StepFault fault) {
        // The two halves of a write fall apart most where nobody hears of the first; so that happens at each.
        boolean always = fault == StepFault.KILLED_AFTER_THE_COMMIT;
        return ALL || always || write % StepFault.values().length == fault.ordinal();
    }

    private Expected withoutFault() {
        try (TrainJobLife life = life("step-none")) {
            life.untilItHasFailed();
            NamespaceState end = life.state();
            List<CallRecord> writes = life.writes();
            life.untilItIsForgotten(Duration.ZERO);
            assertThat(writes).as("writes").hasSizeBetween(8, 60);
            System.out.println("writes of a life: " + WritePoint.of(writes));
            return new Expected(WritePoint.of(writes), end, life.creations());
        }
    }

    private TrainJobLife life(String namespace) {
        return new TrainJobLife(cluster.adminClient(), watching, proxy, cluster.kubeconfig(), namespace);
    }

    private Callable<Void> life(String namespace, WritePoint point, StepFault fault, Expected expected) {
        return () -> {
            try (TrainJobLife life = life(namespace);
                    Injection injection = proxy.inject(
                            fault.of(life),
                            call -> call.namespace().equals(namespace) && point.isKindOf(call),
                            point.occurrence(),
                            point.occurrence() + fault.times() - 1)) {
                life.untilItHasFailed();
                List<CallRecord> afterTheEnd = life.silence(SILENCE);
                NamespaceState end = life.state();
                life.untilItIsForgotten(SILENCE);
                List<CallRecord> afterDeletion = life.silence(SILENCE);

                assertThat(injection.hits()).as("the write was made").isPositive();
                assertThat(expected.end.differencesTo(end))
                        .as("differences to the end without faults")
                        .isEmpty();
                assertThat(afterTheEnd)
                        .extracting(record -> record + " " + record.call().body())
                        .as("writes after the end")
                        .isEmpty();
                // The answer to a request whose sender is gone is not always seen; that the object exists is told
                // above.
                assertThat(life.creations().entrySet())
                        .as("creations: nothing twice, and nothing else")
                        .isSubsetOf(expected.creations.entrySet());
                assertThat(life.deletionsOfAnybody())
                        .as("deletions without uid")
                        .isEmpty();
                assertThat(watching.takenBack(namespace))
                        .as("ends that were taken back")
                        .isEmpty();
                assertThat(life.state().objects().keySet())
                        .as("left after the deletion")
                        .isEmpty();
                assertThat(afterDeletion).as("writes after the deletion").isEmpty();
                return null;
            }
        };
    }
}
