package io.trainyard.launcher.gang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.trainyard.launcher.process.Distribution;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("the gang schedulers' plugins, side by side in one controller on a real control plane")
@RealCluster(customResourceDefinitions = {"../deploy/crds", "src/test/resources/crds"})
final class GangPluginsIT {
    private static final String VOLCANO = "scheduling.volcano.sh/v1beta1";
    private static final String KAI = "scheduling.run.ai/v2alpha2";

    @Test
    @DisplayName("jobs of two schedulers run beside each other, each with groups and marks of its own only (GANG-07)")
    void twoSchedulersDoNotDisturbEachOther(TestCluster cluster, TestNamespace namespace, @TempDir Path files) {
        GangJobs jobs = new GangJobs(cluster.adminClient(), namespace.name());
        jobs.runtimes("volcano", "2");
        jobs.runtimes("kai", "2");
        try (ControllerProcess controller = Distribution.startController(files, cluster.kubeconfig())) {
            jobs.create("v", "volcano-data", 3);
            jobs.create("k", "kai-data", 2);
            jobs.awaitJobSet("v");
            jobs.awaitJobSet("k");
            await().atMost(GangJobs.LIMIT)
                    .until(() -> jobs.pods("v").size() == 1 && jobs.pods("k").size() == 1);

            assertThat(controller.process().isAlive()).isTrue();
            assertThat(summaries(jobs, VOLCANO))
                    .hasSize(2)
                    .anySatisfy(group -> assertThat(group).isEqualTo("v 3 {cpu=6}"))
                    .anySatisfy(group -> assertThat(group).matches("v-dataset-initializer-[0-9a-f]{8} 1 null"));
            assertThat(summaries(jobs, KAI))
                    .hasSize(2)
                    .anySatisfy(group -> assertThat(group).isEqualTo("k 2 null"))
                    .anySatisfy(group -> assertThat(group).matches("k-dataset-initializer-[0-9a-f]{8} 1 null"));
            Pod ofVolcano = jobs.pods("v").get(0);
            assertThat(ofVolcano.getSpec().getSchedulerName()).isEqualTo("volcano");
            assertThat(ofVolcano.getMetadata().getAnnotations())
                    .containsKey("scheduling.k8s.io/group-name")
                    .doesNotContainKeys("pod-group-name", "kai.scheduler/skip-podgrouper");
            Pod ofKai = jobs.pods("k").get(0);
            assertThat(ofKai.getSpec().getSchedulerName()).isEqualTo("kai-scheduler");
            assertThat(ofKai.getMetadata().getAnnotations())
                    .containsEntry("kai.scheduler/skip-podgrouper", "true")
                    .doesNotContainKey("scheduling.k8s.io/group-name");
            assertThat(ofKai.getMetadata().getLabels()).containsEntry("kai.scheduler/queue", "default-queue");
        }
    }

    @ParameterizedTest(name = "without {0}, {1} goes on")
    @CsvSource({"volcano, kai, scheduling.run.ai/v2alpha2", "kai, volcano, scheduling.volcano.sh/v1beta1"})
    @DisplayName("a jar that is taken away is missed by its own jobs only, with a clear message (GANG-06, GANG-43)")
    void aMissingJarIsMissedByItsOwnJobsOnly(
            String missing,
            String present,
            String podGroups,
            TestCluster cluster,
            TestNamespace namespace,
            @TempDir Path files)
            throws IOException {
        GangJobs jobs = new GangJobs(cluster.adminClient(), namespace.name());
        jobs.runtimes(missing, "2");
        jobs.runtimes(present, "2");
        String plugins = pluginsWithout(missing, files);
        try (ControllerProcess controller =
                Distribution.startController(files, cluster.kubeconfig(), "--plugins-dir", plugins)) {
            jobs.create("lost", missing, 2);
            jobs.create("fine", present, 2);

            jobs.awaitJobSet("fine");
            await().atMost(GangJobs.LIMIT)
                    .untilAsserted(() -> assertThat(jobs.told("lost", "TrainJobResourcesCreationFailed"))
                            .anySatisfy(text -> assertThat(text)
                                    .contains("podGroupPolicy." + missing + " is set")
                                    .contains("no plugin named \"" + missing + "\" is loaded")));

            assertThat(summaries(jobs, podGroups)).singleElement().asString().startsWith("fine 2");
            assertThat(jobs.jobSet("lost")).isEmpty();
            assertThat(controller.process().isAlive()).isTrue();
        }
    }

    @Test
    @DisplayName(
            "a PodGroup follows its job while that is suspended, stays as it is while it runs, and goes with it (GANG-42, GANG-46)")
    void aPodGroupChangesOnlyWhileNothingRuns(TestCluster cluster, TestNamespace namespace, @TempDir Path files) {
        GangJobs jobs = new GangJobs(cluster.adminClient(), namespace.name());
        jobs.runtimes("volcano", "2");
        try (ControllerProcess controller = Distribution.startController(files, cluster.kubeconfig())) {
            jobs.apply(
                    """
                    apiVersion: trainer.kubeflow.org/v1alpha1
                    kind: TrainJob
                    metadata: {name: v}
                    spec: {runtimeRef: {kind: TrainingRuntime, name: volcano}, trainer: {numNodes: 2}, suspend: true}
                    """);
            jobs.awaitJobSet("v");
            assertThat(summaries(jobs, VOLCANO)).containsExactly("v 2 {cpu=4}");

            jobs.patch("v", "{\"spec\": {\"trainer\": {\"numNodes\": 4}, \"suspend\": false}}");
            await().atMost(GangJobs.LIMIT).until(() -> jobs.pods("v").size() == 4);
            assertThat(summaries(jobs, VOLCANO)).containsExactly("v 4 {cpu=8}");

            assertThat(controller.process().isAlive()).isTrue();
            cluster.adminClient()
                    .resources(TrainJob.class)
                    .inNamespace(namespace.name())
                    .withName("v")
                    .delete();
            await().atMost(GangJobs.LIMIT).until(() -> summaries(jobs, VOLCANO).isEmpty());
        }
    }

    /** Name, minimum and resources. */
    private static List<String> summaries(GangJobs jobs, String apiVersion) {
        return jobs.podGroups(apiVersion).stream().map(GangPluginsIT::summary).toList();
    }

    private static String summary(GenericKubernetesResource podGroup) {
        return podGroup.getMetadata().getName() + " " + podGroup.get("spec", "minMember") + " "
                + podGroup.get("spec", "minResources");
    }

    private static String pluginsWithout(String missing, Path files) throws IOException {
        Path plugins = Files.createDirectories(files.resolve("plugins"));
        Path all = Distribution.program().getParent().resolveSibling("plugins");
        try (Stream<Path> jars = Files.list(all)) {
            for (Path jar : jars.toList()) {
                String name = jar.getFileName().toString();
                if (!name.equals("plugins-" + missing + ".jar")) {
                    Files.copy(jar, plugins.resolve(name));
                }
            }
        }
        assertThat(plugins).isDirectoryNotContaining("glob:**plugins-" + missing + ".jar");
        return plugins.toString();
    }
}
