package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.trainyard.core.jobset.JobSet;
import io.trainyard.testcluster.AuditLog;
import io.trainyard.testcluster.AuditRecord;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The controller or the API server goes away and comes back: nothing is lost, nothing is done twice. */
@RealCluster(audit = true, customResourceDefinitions = "../deploy/crds")
final class RestartIT {
    @Test
    @DisplayName("design.md 5, 6: a restart with everything up to date writes nothing")
    void aRestartWritesNothing(TestCluster cluster, TestNamespace namespace) {
        TrainJobScenario user = new TrainJobScenario(cluster, namespace);
        user.createRuntime("two");
        try (RunningController first = RunningController.start(cluster.subjectKubeconfig())) {
            user.create("running", "two");
            user.create("paused", "two", "  suspend: true");
            user.create("done", "two");
            user.awaitRunningPods("running", 2);
            user.awaitStatus("running", status -> "Running".equals(status.phase()));
            user.endPods("done", 2, Outcome.SUCCEEDED);
            user.awaitCondition("done", "Complete", "True");
            user.awaitCondition("paused", "Suspended", "True");
            user.awaitStatus("paused", status -> !status.jobsStatus().isEmpty());
            assertThat(first.passes("success"))
                    .as("passes of the first controller")
                    .isPositive();
        }

        AuditLog requests = cluster.auditLog().fromNow();
        try (RunningController second = RunningController.start(cluster.subjectKubeconfig())) {
            await().atMost(TrainJobScenario.LIMIT).until(() -> second.passes("success") >= 3);
        }

        assertThat(writes(requests, user.namespace())).isEmpty();
    }

    @Test
    @DisplayName("a controller that is killed at any point leaves nothing that its successor does twice")
    void aKilledControllerIsContinuedByTheNext(TestCluster cluster, TestNamespace namespace) {
        TrainJobScenario user = new TrainJobScenario(cluster, namespace);
        user.createRuntime("two");
        AuditLog requests = cluster.auditLog().fromNow();
        List<String> names = IntStream.range(0, 12).mapToObj(i -> "job-" + i).toList();
        RunningController controller = RunningController.start(cluster.subjectKubeconfig());
        for (String name : names) {
            user.create(name, "two");
            if (name.endsWith("3") || name.endsWith("7")) {
                controller.kill();
                controller = RunningController.start(cluster.subjectKubeconfig());
            }
        }
        try (RunningController last = controller) {
            names.forEach(user::awaitJobSet);
            names.forEach(name -> user.awaitRunningPods(name, 2));
            assertThat(created(requests, user.namespace()))
                    .as("JobSets that were created, by job")
                    .extracting(AuditRecord::name)
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    @DisplayName("an API server that is killed and started again under load: nothing lost, nothing doubled")
    void anApiServerThatRestartsUnderLoadLosesNothing(TestCluster cluster, TestNamespace namespace) {
        TrainJobScenario user = new TrainJobScenario(cluster, namespace);
        user.createRuntime("two");
        List<String> names = IntStream.range(0, 20).mapToObj(i -> "load-" + i).toList();
        try (RunningController controller = RunningController.start(cluster.subjectKubeconfig())) {
            names.subList(0, 10).forEach(name -> user.create(name, "two"));
            cluster.stopApiServer();
            cluster.startApiServer();
            names.subList(10, 20).forEach(name -> user.create(name, "two"));

            Set<String> uids = new HashSet<>();
            for (String name : names) {
                JobSet jobSet = user.awaitJobSet(name);
                uids.add(jobSet.getMetadata().getUid());
            }
            assertThat(uids).hasSize(names.size());
            names.forEach(name -> user.awaitRunningPods(name, 2));
            user.endPods("load-0", 2, Outcome.SUCCEEDED);
            user.awaitCondition("load-0", "Complete", "True");
            await().during(Duration.ofSeconds(2)).atMost(TrainJobScenario.LIMIT).until(() -> names.stream()
                    .map(name -> user.jobSet(name).orElseThrow().getMetadata().getUid())
                    .allMatch(uids::contains));
        }
    }

    private static List<AuditRecord> writes(AuditLog requests, String namespace) {
        return requests.records(each -> each.namespace().equals(namespace) && each.isWrite());
    }

    private static List<AuditRecord> created(AuditLog requests, String namespace) {
        return requests.records(each -> each.namespace().equals(namespace)
                && each.resource().equals("jobsets")
                && each.verb().equals("create")
                && each.code() == 201);
    }
}
