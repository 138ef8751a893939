package io.trainyard.core.metrics;

import static io.trainyard.core.fixture.Manifests.jobSet;
import static io.trainyard.core.fixture.Manifests.specOf;
import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.jobset.JobSet;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.model.TrainJob;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("JobSets as Prometheus sees them (OPS-34, OPS-36)")
final class JobSetMetricsTest {
    private static final String RESTARTS =
            "kubeflow_trainer_trainjob_restarts_total{namespace=\"team-a\",runtime=\"torch\"}";
    private static final String TIMED =
            "kubeflow_trainer_trainjob_initializer_seconds_%s{result=\"%s\",scheme=\"%s\",step=\"%s\"}";
    private static final String FROM_S3 =
            "{runtimeRef: {name: torch}, initializer: {dataset: {storageUri: 's3://bucket/path'}}}";

    private final Scrape scrape = new Scrape();
    private final ManualTimeSource time = new ManualTimeSource();
    private boolean leading = true;
    private TrainJob trainJob = trainJob("demo", FROM_S3);
    private final JobSetMetrics metrics =
            new JobSetMetrics(scrape.registry(), time, () -> leading, key -> Optional.of(trainJob)
                    .filter(known -> known.key().equals(key)));

    @Test
    @DisplayName("restarts are counted as they happen, also several at once")
    void restartsAreCounted() {
        metrics.added(restarted(0), false);
        metrics.updated(restarted(0), restarted(1));
        metrics.updated(restarted(1), restarted(1));
        metrics.updated(restarted(1), restarted(3));

        assertThat(scrape.value(RESTARTS)).isEqualTo(3);
    }

    @Test
    @DisplayName("50,000 names of runtimes leave a page that stays below its bound (OPS-131)")
    void namesOfRuntimesAreBounded() {
        JobSet before = restarted(0);
        JobSet after = restarted(1);
        for (int i = 0; i < 50_000; i++) {
            trainJob.setSpec(specOf("torch-" + i));
            metrics.updated(before, after);
        }

        assertThat(scrape.page().length()).isLessThan(1 << 18);
        assertThat(scrape.page()).contains("torch-49999").doesNotContain("torch-40000");
    }

    @Test
    @DisplayName("restarts before the first list, of other controllers' JobSets and seen by followers are not counted")
    void otherRestartsAreNotCounted() {
        metrics.added(restarted(4), true);
        leading = false;
        metrics.updated(restarted(4), restarted(5));
        leading = true;
        trainJob = trainJob("demo", FROM_S3);
        trainJob.getMetadata().setUid("another");
        metrics.updated(restarted(5), restarted(6));

        assertThat(scrape.type("kubeflow_trainer_trainjob_restarts_total")).isEqualTo("none");
    }

    @Test
    @DisplayName("an initializer is timed from its first pod to the end of its Job, attempts that failed included")
    void anInitializerIsTimed() {
        metrics.added(state(""), false);
        time.advance(Duration.ofSeconds(5));
        metrics.updated(state(""), state(dataset(1, 0, 0)));
        time.advance(Duration.ofSeconds(20));
        metrics.updated(state(dataset(1, 0, 0)), state(dataset(0, 0, 0)));
        metrics.updated(state(dataset(0, 0, 0)), state(dataset(1, 0, 0)));
        time.advance(Duration.ofSeconds(10));
        metrics.updated(state(dataset(1, 0, 0)), state(dataset(0, 1, 0)));
        metrics.updated(state(dataset(0, 1, 0)), state(dataset(0, 1, 0) + node()));

        assertThat(scrape.value(TIMED.formatted("count", "succeeded", "s3", "dataset")))
                .isEqualTo(1);
        assertThat(scrape.value(TIMED.formatted("sum", "succeeded", "s3", "dataset")))
                .isEqualTo(30);
        assertThat(scrape.type("kubeflow_trainer_trainjob_initializer_seconds")).isEqualTo("histogram");
    }

    @Test
    @DisplayName("one that fails is timed as failed; after a restart of the JobSet it is timed anew")
    void aFailedInitializerIsTimed() {
        metrics.added(state(dataset(1, 0, 0)), false);
        time.advance(Duration.ofSeconds(8));
        metrics.updated(state(dataset(1, 0, 0)), state(dataset(0, 0, 1), 1));
        metrics.updated(state(dataset(0, 0, 1), 1), state(dataset(1, 0, 0), 1));
        time.advance(Duration.ofSeconds(2));
        metrics.updated(state(dataset(1, 0, 0), 1), state(dataset(0, 1, 0), 1));

        assertThat(scrape.value(TIMED.formatted("sum", "failed", "s3", "dataset")))
                .isEqualTo(8);
        assertThat(scrape.value(TIMED.formatted("sum", "succeeded", "s3", "dataset")))
                .isEqualTo(2);
    }

    @Test
    @DisplayName("one that ran when this replica started is not timed, even when its Job tries once more")
    void anUnseenBeginningIsNotTimed() {
        metrics.added(state(dataset(1, 0, 0)), true);
        metrics.updated(state(dataset(1, 0, 0)), state(dataset(0, 0, 0)));
        metrics.updated(state(dataset(0, 0, 0)), state(dataset(1, 0, 0)));
        metrics.updated(state(dataset(1, 0, 0)), state(dataset(0, 1, 0)));

        assertThat(scrape.type("kubeflow_trainer_trainjob_initializer_seconds")).isEqualTo("none");
    }

    @Test
    @DisplayName("a replica that takes over knows when initializers began that it saw as a follower")
    void aNewLeaderKnowsBeginnings() {
        leading = false;
        metrics.added(state(dataset(1, 0, 0)), false);
        leading = true;
        time.advance(Duration.ofSeconds(3));
        metrics.updated(state(dataset(1, 0, 0)), state(dataset(0, 1, 0)));

        assertThat(scrape.value(TIMED.formatted("sum", "succeeded", "s3", "dataset")))
                .isEqualTo(3);
    }

    @Test
    @DisplayName("time while the job is suspended does not count")
    void suspensionBeginsAnew() {
        JobSet suspended = state(dataset(0, 0, 0));
        suspended.setSpec(with(suspended, "suspend", true));
        metrics.added(state(dataset(1, 0, 0)), false);
        time.advance(Duration.ofHours(1));
        metrics.updated(state(dataset(1, 0, 0)), suspended);
        metrics.updated(suspended, state(dataset(1, 0, 0)));
        time.advance(Duration.ofSeconds(4));
        metrics.updated(state(dataset(1, 0, 0)), state(dataset(0, 1, 0)));

        assertThat(scrape.value(TIMED.formatted("sum", "succeeded", "s3", "dataset")))
                .isEqualTo(4);
    }

    @Test
    @DisplayName("replicated jobs that are no initializers are not timed")
    void otherJobsAreNotTimed() {
        metrics.added(state(node()), false);
        metrics.updated(
                state(node()), state(node().replace("active: 1", "active: 0").replace("succeeded: 0", "succeeded: 1")));

        assertThat(scrape.type("kubeflow_trainer_trainjob_initializer_seconds")).isEqualTo("none");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{model: {storageUri: 'HF://org/model'}} | hf",
                "{model: {storageUri: 'pvc://claim/path'}} | pvc",
                "{model: {storageUri: 'mine-42://x'}} | other",
                "{model: {storageUri: ''}} | other",
                "{model: {storageUri: 's3://a/b', env: [{name: STORAGE_URI, value: 'gs://a/b'}]}} | gs",
                "{model: {}} | runtime",
                "{dataset: {storageUri: 's3://a/b'}} | runtime"
            })
    @DisplayName(
            "the scheme is what the TrainJob says, a known one in lower case, so that there are few (INIT-20 to INIT-27)")
    void schemesAreFew(String initializer, String scheme) {
        trainJob = trainJob("demo", "{runtimeRef: {name: torch}, initializer: " + initializer + "}");
        String model = dataset(1, 0, 0).replace("dataset", "model");
        metrics.added(state(model), false);
        metrics.updated(
                state(model), state(model.replace("active: 1", "active: 0").replace("succeeded: 0", "succeeded: 1")));

        assertThat(scrape.value(TIMED.formatted("count", "succeeded", scheme, "model")))
                .isEqualTo(1);
    }

    private static String dataset(int active, int succeeded, int failed) {
        return "{name: dataset-initializer, ready: 0, succeeded: %d, failed: %d, active: %d, suspended: 0}, "
                .formatted(succeeded, failed, active);
    }

    private static String node() {
        return "{name: node, ready: 0, succeeded: 0, failed: 0, active: 1, suspended: 0}, ";
    }

    private static JobSet restarted(int restarts) {
        return state(node(), restarts);
    }

    private static JobSet state(String jobs) {
        return state(jobs, 0);
    }

    private static JobSet state(String jobs, int restarts) {
        return jobSet(
                """
                apiVersion: jobset.x-k8s.io/v1alpha2
                kind: JobSet
                metadata:
                  name: demo
                  namespace: team-a
                  uid: uid-of-jobset
                  ownerReferences:
                    - {apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, name: demo, uid: uid-of-demo, controller: true}
                spec:
                  replicatedJobs:
                    - name: dataset-initializer
                      template: {metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: dataset-initializer}}}
                    - name: model-initializer
                      template: {}
                    - name: node
                      template: {metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}}
                status:
                  restarts: %d
                  replicatedJobsStatus: [%s]
                """
                        .formatted(restarts, jobs));
    }

    private static java.util.Map<String, Object> with(JobSet jobSet, String key, Object value) {
        return io.trainyard.foundation.tree.Tree.with(java.util.Objects.requireNonNull(jobSet.getSpec()), key, value);
    }
}
