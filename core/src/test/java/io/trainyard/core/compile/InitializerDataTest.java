package io.trainyard.core.compile;

import static io.trainyard.core.compile.Compilation.container;
import static io.trainyard.core.compile.Compilation.job;
import static io.trainyard.core.compile.Compilation.replicatedJob;
import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.core.config.InitializerClaim;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.TrainJob;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How data gets from initializers to trainers; whole JobSets are in the golden cases "initializers-…". */
final class InitializerDataTest {
    private static final InitializerClaim CLAIM =
            new InitializerClaim("20Gi", List.of("ReadWriteOnce"), Optional.empty());
    private static final TrainJob DATASET =
            trainJob("demo", "{runtimeRef: {name: plain}, initializer: {dataset: {storageUri: 's3://bucket/data'}}}");

    private static String pod(String container, String volumes, String mounts) {
        return "{volumes: [" + volumes + "], containers: [{name: " + container + ", image: x, volumeMounts: [" + mounts
                + "]}]}";
    }

    private static String fetching(String volumes, String mounts) {
        return job("dataset-initializer", "dataset-initializer", pod("dataset-initializer", volumes, mounts));
    }

    private static String training(String volumes, String mounts) {
        return job("node", "trainer", pod("node", volumes, mounts));
    }

    private static String runtime(String spec, String... jobs) {
        return "{mlPolicy: {numNodes: 1}, template: {spec: {" + spec + "replicatedJobs: [" + String.join(", ", jobs)
                + "]}}}";
    }

    private static List<String> reasons(CompiledJob compiled) {
        return compiled.warnings().stream().map(CompiledJob.Warning::reason).toList();
    }

    private static List<String> waitsFor(Map<String, Object> jobSet, String job) {
        return Tree.objects(replicatedJob(jobSet, job), "dependsOn").stream()
                .map(edge -> Tree.text(edge, "name") + " " + Tree.text(edge, "status"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{name: w, persistentVolumeClaim: {claimName: a}} | {name: v, persistentVolumeClaim: {claimName: a}}",
                "{name: w, hostPath: {path: /data}} | {name: v, hostPath: {path: /data}}",
                "{name: w, nfs: {server: s, path: /data}} | {name: v, nfs: {server: s, path: /data}}",
            })
    @DisplayName("PIPE-57: what lies on a volume of both steps is waited for, whatever the volume is called")
    void aSharedVolumeMeansWaiting(String ofInitializer, String ofTrainer) {
        String runtime = runtime(
                "",
                fetching(ofInitializer, "{name: w, mountPath: /workspace}"),
                training(ofTrainer, "{name: v, mountPath: /workspace}"));

        assertThat(waitsFor(new Compilation().jobSet(DATASET, runtime), "node"))
                .containsExactly("dataset-initializer Complete");
        assertThat(reasons(new Compilation().compile(DATASET, runtime))).containsExactly("InitializerOrderAdded");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{name: w, emptyDir: {}} | {name: w, emptyDir: {}}",
                "{name: w, persistentVolumeClaim: {claimName: a}} | {name: w, persistentVolumeClaim: {claimName: b}}",
                "{name: w, configMap: {name: c}} | {name: w, configMap: {name: c}}",
            })
    @DisplayName("INIT-03, INIT-94: steps that share nothing stay as they are, with a warning that says why")
    void nothingSharedIsAWarning(String ofInitializer, String ofTrainer) {
        String runtime = runtime(
                "",
                fetching(ofInitializer, "{name: w, mountPath: /workspace}"),
                training(ofTrainer, "{name: w, mountPath: /workspace}"));

        CompiledJob compiled = new Compilation().compile(DATASET, runtime);

        assertThat(reasons(compiled)).containsExactly("InitializerVolumeNotShared");
        assertThat(waitsFor(new Compilation().jobSet(DATASET, runtime), "node")).isEmpty();
    }

    @Test
    @DisplayName("PIPE-57: a trainer that waits already, also through other steps, is not changed")
    void anOrderOfTheRuntimeStays() {
        String volume = "{name: w, persistentVolumeClaim: {claimName: a}}";
        String mount = "{name: w, mountPath: /workspace}";
        String prepare =
                "{name: prepare, dependsOn: [{name: dataset-initializer, status: Complete}], template: {spec: {template: {spec: {containers: [{name: p, image: x}]}}}}}";
        String node = training(volume, mount)
                .replace(
                        "{name: node, template",
                        "{name: node, dependsOn: [{name: prepare, status: Complete}], template");
        String runtime = runtime("", fetching(volume, mount), prepare, node);

        assertThat(waitsFor(new Compilation().jobSet(DATASET, runtime), "node")).containsExactly("prepare Complete");
        assertThat(new Compilation().compile(DATASET, runtime).warnings()).isEmpty();
    }

    @Test
    @DisplayName("PIPE-57: a runtime that starts its jobs in order may not name dependencies, so none is added")
    void startInOrderIsLeftAlone() {
        String volume = "{name: w, persistentVolumeClaim: {claimName: a}}";
        String mount = "{name: w, mountPath: /workspace}";
        String runtime = runtime(
                "startupPolicy: {startupPolicyOrder: InOrder}, ", fetching(volume, mount), training(volume, mount));

        assertThat(waitsFor(new Compilation().jobSet(DATASET, runtime), "node")).isEmpty();
    }

    @Test
    @DisplayName("PIPE-57: a trainer that needs a cache server waits for it, although nothing is mounted")
    void aCacheIsWaitedFor() {
        TrainJob cached = trainJob(
                "demo", "{runtimeRef: {name: plain}, initializer: {dataset: {storageUri: 'cache://schema/table'}}}");
        String runtime = runtime("", fetching("", ""), training("", ""));

        assertThat(waitsFor(new Compilation().withInitializerClaim(CLAIM).jobSet(cached, runtime), "node"))
                .containsExactly("dataset-initializer Complete");
        assertThat(reasons(new Compilation().withInitializerClaim(CLAIM).compile(cached, runtime)))
                .containsExactly("InitializerOrderAdded");
    }

    @Test
    @DisplayName(
            "INIT-94: a JobSet that exists without claim and order keeps being without, because neither can change")
    void whatExistsStays() {
        String runtime =
                runtime("", fetching("{name: w, emptyDir: {}}", "{name: w, mountPath: /workspace}"), training("", ""));
        JobSet live = new Compilation().compile(DATASET, runtime).jobSet();
        JobSet fresh = new Compilation()
                .withInitializerClaim(CLAIM)
                .compile(DATASET, runtime)
                .jobSet();

        assertThat(new Compilation()
                        .withInitializerClaim(CLAIM)
                        .withLive(live)
                        .compile(DATASET, runtime)
                        .jobSet()
                        .getSpec())
                .isEqualTo(live.getSpec());
        assertThat(new Compilation()
                        .withInitializerClaim(CLAIM)
                        .withLive(fresh)
                        .compile(DATASET, runtime)
                        .jobSet()
                        .getSpec())
                .isEqualTo(fresh.getSpec())
                .containsKey("volumeClaimPolicies");
    }

    @Test
    @DisplayName(
            "INIT-94: the name of the claim with that of the job behind it is no longer than JobSet takes, and no volume has it")
    void theNameOfTheClaimFits() {
        String runtime = runtime(
                "",
                fetching("{name: initializer, configMap: {name: c}}", "{name: initializer, mountPath: /conf}"),
                training("", ""));

        assertThat(Tree.text(
                        Tree.objects(
                                                        new Compilation()
                                                                .withInitializerClaim(CLAIM)
                                                                .jobSet(DATASET, runtime),
                                                        "spec",
                                                        "volumeClaimPolicies")
                                                .get(0)
                                                .get("templates")
                                        instanceof List<?> templates
                                ? templates.get(0)
                                : Map.of(),
                        "metadata",
                        "name"))
                .isEqualTo("fetched-data");
    }

    @ParameterizedTest
    @CsvSource({"/mnt/data, /mnt/data", "/workspace, ", "/workspace/dataset, ", "/work, /work"})
    @DisplayName(
            "INIT-95: an initializer is told where the shared volume is, when that is not where it puts its data anyway")
    void theTargetIsWhereTheVolumeIs(String mountPath, @Nullable String told) {
        String volume = "{name: w, persistentVolumeClaim: {claimName: a}}";
        String runtime = runtime(
                "",
                fetching(volume, "{name: w, mountPath: " + mountPath + "}"),
                training(volume, "{name: w, mountPath: /data}"));

        List<String> targets =
                Tree.objects(container(new Compilation().jobSet(DATASET, runtime), "dataset-initializer"), "env")
                        .stream()
                        .filter(variable -> "TARGET_PATH".equals(variable.get("name")))
                        .map(variable -> Tree.text(variable, "value"))
                        .toList();
        assertThat(targets).isEqualTo(told == null ? List.of() : List.of(told));
    }

    @ParameterizedTest
    @CsvSource({"pvc://", "pvc:///path", "pvc://Claim/x", "pvc://claim/../x", "pvc://claim//x"})
    @DisplayName("INIT-24, INIT-93: an address that names no claim, or leaves it, is refused with its field")
    void aWrongClaimIsRefused(String uri) {
        TrainJob wrong =
                trainJob("demo", "{runtimeRef: {name: plain}, initializer: {dataset: {storageUri: '" + uri + "'}}}");

        assertThatThrownBy(() -> new Compilation().compile(wrong, runtime("", fetching("", ""), training("", ""))))
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(InvalidTrainJobException.class)
                .hasMessageContaining("spec.initializer.dataset.storageUri: must be pvc://CLAIM/PATH");
    }

    @Test
    @DisplayName("INIT-24, INIT-93: a claim that a pod has already is not given to it a second time")
    void aClaimIsOneVolumeOfAPod() {
        TrainJob both = trainJob(
                "demo",
                "{runtimeRef: {name: plain}, initializer: {dataset: {storageUri: 'pvc://all/data'}, model: {storageUri: 'pvc://all/model'}}}");
        String model = job("model-initializer", "model-initializer", pod("model-initializer", "", ""));
        Map<String, Object> jobSet =
                new Compilation().jobSet(both, runtime("", fetching("", ""), model, training("", "")));

        assertThat(Tree.objects(PodTrees.podSpec(replicatedJob(jobSet, "node")), "volumes"))
                .hasSize(1);
        assertThat(Tree.objects(container(jobSet, "node"), "volumeMounts"))
                .extracting(mount -> mount.get("name") + " " + mount.get("mountPath") + " " + mount.get("subPath"))
                .containsExactly("dataset-source /workspace/dataset data", "dataset-source /workspace/model model");
        assertThat(waitsFor(jobSet, "node")).containsExactly("model-initializer Complete");
        assertThat(waitsFor(jobSet, "model-initializer")).containsExactly("dataset-initializer Complete");
    }

    @Test
    @DisplayName("INIT-93: a volume of the runtime with the name of that of a claim stays what it is")
    void aVolumeOfTheSameNameStays() {
        TrainJob fetched =
                trainJob("demo", "{runtimeRef: {name: plain}, initializer: {dataset: {storageUri: 'pvc://all/data'}}}");
        Map<String, Object> jobSet = new Compilation()
                .jobSet(
                        fetched,
                        runtime(
                                "",
                                fetching("", ""),
                                training(
                                        "{name: dataset-source, emptyDir: {}}",
                                        "{name: dataset-source, mountPath: /own}")));

        assertThat(Tree.objects(PodTrees.podSpec(replicatedJob(jobSet, "node")), "volumes"))
                .extracting(volume -> volume.get("name"))
                .containsExactly("dataset-source", "dataset-source-2");
        assertThat(Tree.objects(container(jobSet, "node"), "volumeMounts"))
                .extracting(mount -> mount.get("name") + " " + mount.get("mountPath"))
                .containsExactly("dataset-source /own", "dataset-source-2 /workspace/dataset");
        assertThat(Tree.objects(PodTrees.podSpec(replicatedJob(jobSet, "dataset-initializer")), "volumes"))
                .extracting(volume -> volume.get("name"))
                .containsExactly("dataset-source");
    }

    @Test
    @DisplayName(
            "INIT-93: a JobSet whose runtime has a volume of the claim itself was not given it by the controller, and stays")
    void aClaimOfTheRuntimeInAJobSetStays() {
        TrainJob fetched =
                trainJob("demo", "{runtimeRef: {name: plain}, initializer: {dataset: {storageUri: 'pvc://all/data'}}}");
        String claim = "{name: own, persistentVolumeClaim: {claimName: all}}";
        String runtime = runtime("", fetching(claim, "{name: own, mountPath: /own}"), training("", ""));
        JobSet plain = new Compilation()
                .compile(trainJob("demo", "{runtimeRef: {name: plain}}"), runtime)
                .jobSet();

        JobSet later =
                new Compilation().withLive(plain).compile(fetched, runtime).jobSet();

        assertThat(Tree.objects(PodTrees.podSpec(later.replicatedJobs().get(1)), "volumes"))
                .isEmpty();
    }

    @Test
    @DisplayName("INIT-94: where the runtime has all of its names, the claim gets another")
    void allNamesOfTheClaimAreTaken() {
        String volumes = "{name: initializer, emptyDir: {medium: Memory}}, {name: fetched-data, emptyDir: {medium:"
                + " Memory}}, {name: data, emptyDir: {medium: Memory}}";
        Map<String, Object> jobSet = new Compilation()
                .withInitializerClaim(CLAIM)
                .jobSet(DATASET, runtime("", fetching(volumes, ""), training("", "")));

        assertThat(String.valueOf(Tree.at(jobSet, "spec", "volumeClaimPolicies")))
                .contains("{name=data-2}");
    }
}
