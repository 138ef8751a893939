package io.trainyard.launcher.strangers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A megabyte that looks like the beginning of a token again and again, where the dashboard shows texts of users. */
@DisplayName("Texts that take long to be looked through, on the dashboard of a controller in 512 MiB")
final class HostileTextsIT extends OnSmallController {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration SOON = Duration.ofSeconds(2);
    private static final Duration GIVEN_UP = Duration.ofSeconds(15);
    private static final String TEXT = "eyJ-".repeat(1 << 18);

    private static final String READER =
            """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: reader}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
            subjects: [{kind: ServiceAccount, name: reader}]
            """;

    private static final String JOB =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: %s}
            spec: {suspend: true, runtimeRef: {kind: TrainingRuntime, name: good}, trainer: {args: ["%s"]}}
            """;

    private static final String POD =
            """
            apiVersion: v1
            kind: Pod
            metadata:
              name: talking-node-0-0-abcde
              labels: {jobset.sigs.k8s.io/jobset-name: talking, jobset.sigs.k8s.io/replicatedjob-name: node, batch.kubernetes.io/job-completion-index: "0"}
            spec: {nodeName: %s, restartPolicy: Never, containers: [{name: node, image: example.com/image}]}
            """;

    private static final String RUNNING =
            """
            {"status": {"phase": "Running", "startTime": "2026-03-01T10:00:00Z", "containerStatuses": [{"name": "node", "image": "i", "imageID": "i",
              "containerID": "a://b", "ready": true, "restartCount": 0, "state": {"running": {"startedAt": "2026-03-01T10:00:00Z"}}}]}}
            """;

    private TalkingNode node;

    @AfterAll
    void closeNode() {
        if (node != null) {
            node.close();
        }
    }

    @Test
    void ofALogAreShownSoonAndKeepNobodyWaiting() throws Exception {
        String token = reader();
        node = TalkingNode.start(admin, "talking-" + namespace, TEXT);
        GoodTrainJobs.create(admin, namespace, JOB.formatted("talking", "good"));
        load(POD.formatted("talking-" + namespace));
        admin.pods()
                .inNamespace(namespace)
                .withName("talking-node-0-0-abcde")
                .subresource("status")
                .patch(PatchContext.of(PatchType.STRATEGIC_MERGE), RUNNING);
        shown("talking/logs?download=true", "eyJ-eyJ-", token);
        shown("talking/report", "talking", token);
        survived("1 MB of a log");
    }

    @Test
    void ofATrainJobAreShownSoonAndKeepNobodyWaiting() throws Exception {
        String token = reader();
        // As it may be stored where admission was away.
        controller.withoutWebhooks(
                () -> GoodTrainJobs.create(admin, namespace, JOB.formatted("large", TEXT.substring(0, 1_000_000))));
        shown("large/spec", "TrainJob", token);
        shown("large/report", "large", token);
        survived("1 MB in a TrainJob");
    }

    private String reader() {
        String token = token("reader");
        load(READER);
        return token;
    }

    private void shown(String path, String expected, String token) throws Exception {
        String url = "/api/v1/jobs/" + namespace + "/" + path;
        try (Pulse others = Pulse.of(
                () -> OneRequest.get(controller.dashboardPort(), true, "/api/v1/openapi.json")
                        .send(GIVEN_UP),
                Duration.ofMillis(100),
                GIVEN_UP)) {
            await(path + " to be there").atMost(LIMIT).ignoreExceptions().until(() -> OneRequest.get(
                            controller.dashboardPort(), true, url, token)
                    .send(GIVEN_UP)
                    .text()
                    .contains(expected));
            others.begin();
            long begin = System.nanoTime();
            OneRequest.Answer answer =
                    OneRequest.get(controller.dashboardPort(), true, url, token).send(GIVEN_UP);
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            print("%s: %d bytes after %d ms; other requests meanwhile: %s"
                    .formatted(path, answer.text().length(), took.toMillis(), others));
            assertThat(answer.text()).contains(expected);
            assertThat(took).as(path).isLessThan(SOON);
            assertThat(others.percentile(100)).as("other requests").isLessThan(SOON);
        }
    }
}
