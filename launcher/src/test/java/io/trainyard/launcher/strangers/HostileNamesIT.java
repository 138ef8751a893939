package io.trainyard.launcher.strangers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Names without end, of somebody with a token that is good for nothing, and of somebody who may create TrainJobs. */
@DisplayName("Names that strangers make up, and a controller in 512 MiB")
final class HostileNamesIT extends OnSmallController {
    private static final int REQUESTS = Integer.getInteger("strangers.requests", 5_000);
    private static final int NAMES = Integer.getInteger("strangers.names", 1_000);
    private static final int BATCH = 250;
    private static final Duration ASKING = Duration.ofSeconds(30).plusMillis(5L * REQUESTS);
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int MAX_QUESTIONS = 1_000;
    private static final long MAX_GROWTH = 16 * MEBIBYTE;
    private static final long MAX_PAGE = 4 * MEBIBYTE;

    /** Other tests' names are on the page, too. */
    private static final Pattern QUESTIONS =
            Pattern.compile("(?m)^apiserver_request_total\\{[^}]*resource=\"subjectaccessreviews\"[^}]*} (\\d+)");

    private static final String SHORT_JOB =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: short-%d}
            spec: {activeDeadlineSeconds: 1, runtimeRef: {kind: TrainingRuntime, name: %s}}
            """;

    @Test
    void namesOfEightThousandLettersAreNeitherKeptNorAskedAbout() throws Exception {
        long questions = ask("names of 8,000 letters", token("nobody"));

        assertThat(questions).as("SubjectAccessReviews").isLessThan(MAX_QUESTIONS);
        survived("names of 8,000 letters");
    }

    /** The number of SubjectAccessReviews that it took. */
    private long ask(String what, String token) throws IOException, InterruptedException {
        long before = controller.liveBytes();
        long asked = questions();
        calm.begin();
        try (StrangerProcess stranger = StrangerProcess.start(
                Attack.UNKNOWN_NAMES, REQUESTS, STRANGERS_END, 0, List.of(controller.dashboardPort()), token)) {
            boolean all = stranger.awaitDone(REQUESTS, ASKING);
            print(what + ": " + stranger + (all ? "" : ", not all in time"));
        }
        assertThat(controller.isAlive()).as("the controller lives").isTrue();
        long growth = controller.liveBytes() - before;
        long questions = questions() - asked;
        print("%s: heap grew by %d KiB, %d SubjectAccessReviews".formatted(what, growth / 1024, questions));
        assertThat(growth).as("heap").isLessThan(MAX_GROWTH);
        return questions;
    }

    private long questions() {
        Matcher matcher = QUESTIONS.matcher(admin.raw("/metrics"));
        long sum = 0;
        while (matcher.find()) {
            sum += Long.parseLong(matcher.group(1));
        }
        return sum;
    }

    @Test
    void metricsOfRuntimesThatComeAndGoStayWithinBounds() throws Exception {
        long before = controller.liveBytes();
        for (int first = 0; first < NAMES; first += BATCH) {
            comeAndGo(first);
            print("%d runtime names: page of %d KiB"
                    .formatted(first + BATCH, controller.metrics().length() / 1024));
        }
        long growth = controller.liveBytes() - before;
        print("%d runtime names: heap grew by %d KiB".formatted(NAMES, growth / 1024));
        assertThat(controller.metrics().length()).as("bytes of /metrics").isLessThan((int) MAX_PAGE);
        assertThat(growth).as("heap").isLessThan(MAX_GROWTH);
        survived("%d runtime names".formatted(NAMES));
    }

    /** Runtimes with a TrainJob each, which ends by its deadline; then all are deleted. */
    private void comeAndGo(int first) {
        KubernetesClient client = admin;
        IntStream.range(first, first + BATCH).parallel().forEach(i -> {
            String name = "n".repeat(50) + i;
            GoodTrainJobs.create(client, namespace, GoodTrainJobs.RUNTIME.formatted(name));
            GoodTrainJobs.create(client, namespace, SHORT_JOB.formatted(i, name));
        });
        await("the jobs to end").atMost(LIMIT).until(() -> shortJobs().stream()
                .allMatch(job -> job.statusOrEmpty().isFinished()));
        shortJobs().stream().parallel().forEach(job -> client.resource(job).delete());
        client.resources(JobSet.class).inNamespace(namespace).list().getItems().stream()
                .filter(jobSet -> jobSet.getMetadata().getName().startsWith("short-"))
                .parallel()
                .forEach(jobSet -> client.resource(jobSet).delete());
        client.resources(TrainingRuntime.class).inNamespace(namespace).list().getItems().stream()
                .filter(runtime -> runtime.getMetadata().getName().startsWith("nnn"))
                .parallel()
                .forEach(runtime -> client.resource(runtime).delete());
    }

    private List<TrainJob> shortJobs() {
        return admin.resources(TrainJob.class).inNamespace(namespace).list().getItems().stream()
                .filter(job -> job.getMetadata().getName().startsWith("short-"))
                .toList();
    }
}
