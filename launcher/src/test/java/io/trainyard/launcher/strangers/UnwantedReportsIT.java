package io.trainyard.launcher.strangers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.report.StatusPath;
import io.trainyard.spi.model.ResourceKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs of one rank whose pods report 4,096 ranks. Everything about these pods is in order: they belong to a Job of the JobSet of the TrainJob. There are dozens of them for each job, since
 * each pod may send only a few reports a second.
 */
@DisplayName("Reports of more ranks than a job has, to a controller in 512 MiB")
final class UnwantedReportsIT extends OnSmallController {
    private static final int FEW = Integer.getInteger("strangers.few", 2);
    private static final int MANY = Integer.getInteger("strangers.many", 8);
    private static final int RANKS = Integer.getInteger("strangers.ranks", RankReports.RANKS);
    private static final int PODS = Integer.getInteger("strangers.pods", 41);
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration SENDING = STRANGERS_END.dividedBy(2);

    /** 20 MiB for 900 jobs. */
    private static final long MAX_GROWTH_OF_ONE = 20 * MEBIBYTE / 900;

    /** Classes that are loaded late. */
    private static final long ANYWAY = 4 * MEBIBYTE;

    private static final String ACCOUNT = "trainer";
    private static final String JOB_SET = "jobset.sigs.k8s.io/jobset-name";

    @TempDir
    private Path files;

    @Test
    void ofSuspendedJobsFillNoMemory() throws Exception {
        report(true, "reports of suspended jobs");
    }

    @Test
    void ofJobsThatRunFillNoMemory() throws Exception {
        report(false, "reports of jobs of one rank");
    }

    private void report(boolean suspended, String what) throws IOException, InterruptedException {
        token(ACCOUNT);
        calm.begin();
        send(0, FEW, suspended, what);
        long few = liveBytes();
        send(FEW, MANY, suspended, what);
        long growth = liveBytes() - few;
        print("%s: from %d to %d jobs the heap grew by %d KiB, %d KiB a job"
                .formatted(what, FEW, MANY, growth / 1024, growth / 1024 / (MANY - FEW)));
        assertThat(growth).isLessThan(Math.max(ANYWAY, MAX_GROWTH_OF_ONE * (MANY - FEW)));
        survived(what);
    }

    private long liveBytes() throws IOException, InterruptedException {
        calm.deleteGoodTrainJobs();
        return controller.liveBytes();
    }

    private void send(int first, int end, boolean suspended, String what) throws IOException {
        List<String> pods = IntStream.range(first, end)
                .parallel()
                .mapToObj(i -> "reporting-" + i)
                .flatMap(job -> pods(job, suspended).stream())
                .toList();
        Path file = Files.write(files.resolve("pods-" + suspended + first), pods);
        int reports = (end - first) * RANKS;
        try (StrangerProcess stranger = StrangerProcess.start(
                Attack.REPORTS, reports, STRANGERS_END, 0, List.of(controller.statusPort()), file.toString())) {
            boolean all = stranger.awaitDone(reports, SENDING);
            print("%s of %d jobs: %s%s".formatted(what, end - first, stranger, all ? "" : ", not all in time"));
        }
    }

    /** A line for each: where it reports, and its token. */
    private List<String> pods(String name, boolean suspended) {
        GoodTrainJobs.create(admin, namespace, GoodTrainJobs.trainJob(name, suspended, "good"));
        await("a JobSet").atMost(LIMIT).until(() -> jobSet(name) != null);
        Job job = admin.resource(new JobBuilder()
                        .withMetadata(new ObjectMetaBuilder()
                                .withName(name + "-node-0")
                                .withNamespace(namespace)
                                .addToLabels(JOB_SET, name)
                                .withOwnerReferences(owner("jobset.x-k8s.io/v1alpha2", jobSet(name)))
                                .build())
                        .withNewSpec()
                        .withSuspend(suspended)
                        .withNewTemplate()
                        .withSpec(program())
                        .endTemplate()
                        .endSpec()
                        .build())
                .create();
        return IntStream.range(0, PODS)
                .parallel()
                .mapToObj(i -> line(name, job, i))
                .toList();
    }

    private String line(String name, Job job, int number) {
        Pod pod = admin.resource(new PodBuilder()
                        .withMetadata(new ObjectMetaBuilder()
                                .withName(name + "-node-0-" + number)
                                .withNamespace(namespace)
                                .addToLabels(JOB_SET, name)
                                .addToLabels("jobset.sigs.k8s.io/replicatedjob-name", "node")
                                .withOwnerReferences(owner("batch/v1", job))
                                .build())
                        .withSpec(program())
                        .build())
                .create();
        ResourceKey key = new ResourceKey(namespace, name);
        String token = admin.serviceAccounts()
                .inNamespace(namespace)
                .withName(ACCOUNT)
                .tokenRequest(new TokenRequestBuilder()
                        .withNewSpec()
                        .withAudiences(StatusPath.audience(key))
                        .withExpirationSeconds(7200L)
                        .withNewBoundObjectRef()
                        .withApiVersion("v1")
                        .withKind("Pod")
                        .withName(pod.getMetadata().getName())
                        .withUid(pod.getMetadata().getUid())
                        .endBoundObjectRef()
                        .endSpec()
                        .build())
                .getStatus()
                .getToken();
        return StatusPath.of(key) + " " + token;
    }

    private static PodSpec program() {
        return new PodSpecBuilder()
                .withServiceAccountName(ACCOUNT)
                .withRestartPolicy("Never")
                .addNewContainer()
                .withName("node")
                .withImage("example.com/image")
                .endContainer()
                .build();
    }

    private static OwnerReference owner(String apiVersion, HasMetadata owner) {
        return new OwnerReferenceBuilder()
                .withApiVersion(apiVersion)
                .withKind(owner.getKind())
                .withName(owner.getMetadata().getName())
                .withUid(owner.getMetadata().getUid())
                .withController(true)
                .build();
    }

    private JobSet jobSet(String name) {
        return admin.resources(JobSet.class)
                .inNamespace(namespace)
                .withName(name)
                .get();
    }
}
