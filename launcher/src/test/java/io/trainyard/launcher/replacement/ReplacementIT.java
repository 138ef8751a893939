package io.trainyard.launcher.replacement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.trainyard.launcher.process.Distribution;
import io.trainyard.testcluster.AddOn;
import io.trainyard.testcluster.AuditLog;
import io.trainyard.testcluster.AuditRecord;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.KubeflowTrainer;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.trainyard.testcluster.WebhookConfigurations;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One controller is stopped, the other is started on the same cluster, with its own definitions and webhooks. */
@DisplayName("In place of Kubeflow Trainer 2.3.0, and back")
@RealCluster(audit = true, customResourceDefinitions = "../deploy/crds", addOns = AddOn.KUBEFLOW_TRAINER)
final class ReplacementIT {
    private static final Path DEFINITIONS = Path.of("..", "deploy", "crds");
    private static final int UNPROCESSABLE = 422;
    private static final Set<String> UNTOUCHED = Set.of(Jobs.RUNNING, Jobs.RESUMED, Jobs.FINISHED, Jobs.FAILED);

    @Test
    @DisplayName(
            "Trainyard takes over: what runs or has ended is left alone, what is suspended resumes, what runs can be suspended")
    void trainyardTakesOver(TestCluster cluster, TestNamespace namespace, @TempDir Path files) throws Exception {
        Jobs jobs = new Jobs(cluster.adminClient(), namespace.name(), cluster.pods(namespace.name()));
        try (KubeflowTrainer trainer = cluster.startKubeflowTrainer()) {
            jobs.bringAboutEveryState();
            trainer.requireRunning();
        }
        Map<String, String> before = jobs.picture(UNTOUCHED);
        AuditLog since = cluster.auditLog().fromNow();

        try (Trainyard trainyard = Trainyard.start(cluster, files)) {
            resume(jobs, Jobs.FRESH);
            resume(jobs, Jobs.PAUSED);
            jobs.suspend(Jobs.HELD, true);
            jobs.awaitNoPods(Jobs.HELD);
            resume(jobs, Jobs.HELD);
            assertThatOthersWereLeftAlone(jobs, before, since);
            assertThat(trainyard.controller().stop()).isZero();
        }
    }

    /** The order of variables in a container is what JobSet does not let it change (MLP-10). */
    @Test
    @DisplayName(
            "Kubeflow Trainer takes over: what runs or has ended is left alone; what is suspended resumes once its JobSet is deleted")
    void kubeflowTrainerTakesOver(TestCluster cluster, TestNamespace namespace, @TempDir Path files) throws Exception {
        Jobs jobs = new Jobs(cluster.adminClient(), namespace.name(), cluster.pods(namespace.name()));
        try (Trainyard trainyard = Trainyard.start(cluster, files)) {
            jobs.bringAboutEveryState();
            assertThat(trainyard.controller().stop()).isZero();
        }
        Map<String, String> before = jobs.picture(UNTOUCHED);
        AuditLog since = cluster.auditLog().fromNow();

        try (KubeflowTrainer trainer = cluster.startKubeflowTrainer()) {
            for (String name : List.of(Jobs.FRESH, Jobs.PAUSED)) {
                jobs.suspend(name, false);
                awaitRefusal(since, jobs, name);
                jobs.deleteJobSet(name);
                jobs.end(name, Outcome.SUCCEEDED);
                jobs.awaitTrue(name, "Complete");
            }
            jobs.suspend(Jobs.HELD, true);
            awaitRefusal(since, jobs, Jobs.HELD);
            jobs.awaitPods(Jobs.HELD);
            assertThatOthersWereLeftAlone(jobs, before, since);
            trainer.requireRunning();
        }
    }

    private static void resume(Jobs jobs, String name) {
        jobs.suspend(name, false);
        jobs.end(name, Outcome.SUCCEEDED);
        jobs.awaitTrue(name, "Complete");
    }

    private static void awaitRefusal(AuditLog since, Jobs jobs, String name) {
        await("JobSet's refusal to let " + name + " change").atMost(Jobs.LIMIT).until(() -> !since.records(
                        each -> each.isWrite() && isJobSet(each, jobs, name) && each.code() == UNPROCESSABLE)
                .isEmpty());
    }

    private static boolean isJobSet(AuditRecord request, Jobs jobs, String name) {
        return request.resource().equals("jobsets")
                && request.subresource().isEmpty()
                && request.namespace().equals(jobs.namespace())
                && request.name().equals(name);
    }

    /** The controller has seen them, for it has seen the running ones end. */
    private static void assertThatOthersWereLeftAlone(Jobs jobs, Map<String, String> before, AuditLog since) {
        assertThat(jobs.picture(UNTOUCHED)).isEqualTo(before);
        for (String name : List.of(Jobs.RUNNING, Jobs.RESUMED)) {
            jobs.end(name, Outcome.SUCCEEDED);
            jobs.awaitTrue(name, "Complete");
        }
        assertThat(since.records(
                        each -> each.isWrite() && UNTOUCHED.stream().anyMatch(name -> isJobSet(each, jobs, name))))
                .as("writes of JobSets that needed nothing")
                .isEmpty();
        assertThat(jobs.trainJob(Jobs.FINISHED).statusOrEmpty().isTrue("Complete"))
                .isTrue();
        assertThat(jobs.trainJob(Jobs.FAILED).statusOrEmpty().isTrue("Failed")).isTrue();
    }

    /** Our controller, whose requests are audited, with our definitions and webhooks. */
    private record Trainyard(ControllerProcess controller, WebhookConfigurations webhooks) implements AutoCloseable {
        static Trainyard start(TestCluster cluster, Path files) {
            cluster.installCustomResourceDefinitions(DEFINITIONS);
            ControllerProcess controller = Distribution.startController(files, cluster.subjectKubeconfig());
            WebhookConfigurations webhooks = WebhookConfigurations.install(
                    cluster, Path.of("..", "deploy", "webhooks"), controller.webhookPort());
            webhooks.awaitAuthority();
            return new Trainyard(controller, webhooks);
        }

        @Override
        public void close() {
            webhooks.close();
            controller.close();
        }
    }
}
