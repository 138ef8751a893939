package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.InMemoryKubeApi;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Every prefix of a reconcile is safe to repeat (design.md section 5): each single request fails in turn,")
final class RepeatedReconcileTest {
    private static final Duration LONG_ENOUGH = Duration.ofMinutes(2);

    /** A job's whole life; what fails is repeated within {@link #LONG_ENOUGH}. Answers the uid that its JobSet had in the beginning. */
    private static String liveIn(Cluster cluster) {
        cluster.create("demo", "suspend: true");
        cluster.settle(LONG_ENOUGH);
        String uid = cluster.jobSet("demo").orElseThrow().getMetadata().getUid();
        cluster.reportSuspended("demo");
        cluster.settle(LONG_ENOUGH);
        cluster.suspend("demo", false);
        cluster.settle(LONG_ENOUGH);
        cluster.run("demo");
        cluster.settle(LONG_ENOUGH);
        cluster.suspend("demo", true);
        cluster.settle(LONG_ENOUGH);
        cluster.suspend("demo", false);
        cluster.settle(LONG_ENOUGH);
        cluster.complete("demo");
        cluster.settle(LONG_ENOUGH);
        return uid;
    }

    @ParameterizedTest(name = "{0}, has its effect: {1}")
    @CsvSource({
        "UNREACHABLE, false",
        "UNREACHABLE, true",
        "OVERLOADED, false",
        "SERVER_ERROR, true",
        "CONFLICT, false",
        "FORBIDDEN, false",
        "INVALID, false"
    })
    @DisplayName("and the life of the job is the same")
    void theLifeOfAJob(ApiFailure.Kind kind, boolean takesEffect) {
        int requests = live(-1, kind, takesEffect);
        assertThat(requests).isGreaterThan(8);
        for (int failing = 0; failing < requests; failing++) {
            live(failing, kind, takesEffect);
        }
    }

    private static int live(int failing, ApiFailure.Kind kind, boolean takesEffect) {
        Cluster cluster = new Cluster();
        int[] number = new int[1];
        String[] failed = {"nothing"};
        cluster.api.addFaults(request -> {
            if (number[0]++ != failing) {
                return Optional.empty();
            }
            failed[0] = request.toString();
            return Optional.of(new InMemoryKubeApi.Fault(InMemoryKubeApi.failure(kind, "fault"), takesEffect));
        });
        String uid = liveIn(cluster);
        assertThat(cluster.conditions("demo"))
                .as("after a failure of %s", failed[0])
                .containsExactlyInAnyOrder("Suspended=False/Resumed", "Complete=True/AllJobsCompleted");
        assertThat(cluster.api.all(JobSet.class)).hasSize(1);
        assertThat(cluster.api.all(ConfigMap.class)).hasSize(1);
        assertThat(cluster.jobSet("demo").orElseThrow().getMetadata().getUid())
                .as("the first JobSet is the only one, after a failure of %s", failed[0])
                .isEqualTo(uid);
        cluster.requests();
        cluster.restart();
        cluster.settle(Duration.ofSeconds(5));
        assertThat(cluster.requests())
                .as("a restart finds nothing to do, after a failure of %s", failed[0])
                .isEqualTo(List.of());
        return number[0];
    }
}
