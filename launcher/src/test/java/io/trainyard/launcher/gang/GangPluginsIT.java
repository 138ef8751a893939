package io.trainyard.launcher.gang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.process.Distribution;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("the gang schedulers' plugins, side by side in one controller on a real control plane")
@RealCluster(customResourceDefinitions = {"../deploy/crds", "src/test/resources/crds"})
final class GangPluginsIT {
    private static final String COSCHEDULING = "scheduling.x-k8s.io/v1alpha1";
    private static final String VOLCANO = "scheduling.volcano.sh/v1beta1";
    private static final String KAI = "scheduling.run.ai/v2alpha2";

    /** The API of PodGroups by the member of {@code podGroupPolicy}. */
    private static final Map<String, String> POD_GROUPS =
            Map.of("coscheduling", COSCHEDULING, "volcano", VOLCANO, "kai", KAI);

    @Nested
    @DisplayName("with all of them")
    final class Complete {
        private static ControllerProcess controller;

        @BeforeAll
        static void start(TestCluster cluster, @TempDir Path files) {
            controller = Distribution.startController(files, cluster.kubeconfig());
        }

        @AfterAll
        static void stop() {
            controller.close();
        }

        @Test
        @DisplayName(
                "jobs of three schedulers run beside each other, each with groups and marks of its own only (GANG-07)")
        void schedulersDoNotDisturbEachOther(TestCluster cluster, TestNamespace namespace) {
            GangJobs jobs = new GangJobs(cluster.adminClient(), namespace.name());
            POD_GROUPS.keySet().forEach(member -> jobs.runtimes(member, "2"));
            jobs.create("c", "coscheduling-data", 4);
            jobs.create("v", "volcano-data", 3);
            jobs.create("k", "kai-data", 2);
            jobs.awaitJobSet("c");
            jobs.awaitJobSet("v");
            jobs.awaitJobSet("k");
            await().atMost(GangJobs.LIMIT).until(() -> Stream.of("c", "v", "k")
                    .allMatch(job -> jobs.pods(job).size() == 1));

            assertThat(controller.process().isAlive()).isTrue();
            assertThat(summaries(jobs, COSCHEDULING)).containsExactly("c 4 {cpu=8}");
            assertThat(summaries(jobs, VOLCANO))
                    .hasSize(2)
                    .anySatisfy(group -> assertThat(group).isEqualTo("v 3 {cpu=6}"))
                    .anySatisfy(group -> assertThat(group).matches("v-dataset-initializer-[0-9a-f]{8} 1 null"));
            assertThat(summaries(jobs, KAI))
                    .hasSize(2)
                    .anySatisfy(group -> assertThat(group).isEqualTo("k 2 null"))
                    .anySatisfy(group -> assertThat(group).matches("k-dataset-initializer-[0-9a-f]{8} 1 null"));
            assertThat(marks(jobs, "c", "node")).containsExactly("scheduling.x-k8s.io/pod-group=c");
            assertThat(marks(jobs, "c", "dataset-initializer")).isEmpty();
            assertThat(marks(jobs, "v", "node")).containsExactly("scheduling.k8s.io/group-name=v");
            assertThat(marks(jobs, "k", "node"))
                    .containsExactly(
                            "kai.scheduler/queue=default-queue",
                            "kai.scheduler/skip-podgrouper=true",
                            "pod-group-name=k");
            assertThat(jobs.pods("c").get(0).getSpec().getSchedulerName()).isEqualTo("default-scheduler");
            assertThat(jobs.pods("v").get(0).getSpec().getSchedulerName()).isEqualTo("volcano");
            assertThat(jobs.pods("k").get(0).getSpec().getSchedulerName()).isEqualTo("kai-scheduler");
        }

        @ParameterizedTest(name = "{0}")
        @ValueSource(strings = {"coscheduling", "volcano", "kai"})
        @DisplayName("suspended, resized, resumed, suspended again, finished, deleted: the PodGroup goes along"
                + " (GANG-42, GANG-46, GANG-51, GANG-52, COSCH-06, VOLC-09, KAI-25)")
        void theLifeOfAPodGroup(String member, TestCluster cluster, TestNamespace namespace) {
            GangJobs jobs = new GangJobs(cluster.adminClient(), namespace.name());
            jobs.runtimes(member, "2");
            jobs.apply(
                    """
                    apiVersion: trainer.kubeflow.org/v1alpha1
                    kind: TrainJob
                    metadata: {name: life}
                    spec: {runtimeRef: {kind: TrainingRuntime, name: %s}, trainer: {numNodes: 2}, suspend: true}
                    """
                            .formatted(member));
            jobs.awaitJobSet("life");
            assertThat(minimums(jobs, member)).containsExactly("life 2");
            jobs.patch("life", "{\"spec\": {\"trainer\": {\"numNodes\": 3}}}");
            await().atMost(GangJobs.LIMIT).until(() -> minimums(jobs, member).equals(List.of("life 3")));

            jobs.patch("life", "{\"spec\": {\"trainer\": {\"numNodes\": 4}, \"suspend\": false}}");
            await().atMost(GangJobs.LIMIT).until(() -> jobs.pods("life").size() == 4);
            assertThat(minimums(jobs, member)).containsExactly("life 4");
            jobs.patch("life", "{\"spec\": {\"suspend\": true}}");
            await().atMost(GangJobs.LIMIT).until(() -> jobs.pods("life").isEmpty());
            assertThat(minimums(jobs, member)).containsExactly("life 4");

            jobs.patch("life", "{\"spec\": {\"suspend\": false}}");
            await().atMost(GangJobs.LIMIT).until(() -> jobs.pods("life").size() == 4);
            jobs.placeWhatNobodyPlaces("life");
            cluster.pods(namespace.name())
                    .endAll(4, Map.of("jobset.sigs.k8s.io/jobset-name", "life"), Outcome.SUCCEEDED);
            await().atMost(GangJobs.LIMIT)
                    .until(() -> jobs.trainJob("life").require().statusOrEmpty().isTrue("Complete"));
            assertThat(minimums(jobs, member))
                    .as("it stays with the finished TrainJob")
                    .containsExactly("life 4");

            jobs.trainJob("life").delete();
            await().atMost(GangJobs.LIMIT).until(() -> minimums(jobs, member).isEmpty());
            assertThat(controller.process().isAlive()).isTrue();
        }
    }

    @Nested
    @DisplayName("without one of them")
    final class Incomplete {
        @ParameterizedTest(name = "without {0} the others go on")
        @ValueSource(strings = {"coscheduling", "volcano", "kai"})
        @DisplayName("a jar that is taken away is missed by its own jobs only, with a clear message (GANG-06, GANG-43)")
        void aMissingJarIsMissedByItsOwnJobsOnly(
                String missing, TestCluster cluster, TestNamespace namespace, @TempDir Path files) throws IOException {
            GangJobs jobs = new GangJobs(cluster.adminClient(), namespace.name());
            Set<String> others = new TreeSet<>(POD_GROUPS.keySet());
            others.remove(missing);
            POD_GROUPS.keySet().forEach(member -> jobs.runtimes(member, "2"));
            String plugins = pluginsWithout(missing, files);
            try (ControllerProcess controller =
                    Distribution.startController(files, cluster.kubeconfig(), "--plugins-dir", plugins)) {
                jobs.create("lost", missing, 2);
                others.forEach(other -> jobs.create("fine-" + other, other, 2));

                others.forEach(other -> jobs.awaitJobSet("fine-" + other));
                await().atMost(GangJobs.LIMIT)
                        .untilAsserted(() -> assertThat(jobs.told("lost", "TrainJobResourcesCreationFailed"))
                                .anySatisfy(text -> assertThat(text)
                                        .contains("podGroupPolicy." + missing + " is set")
                                        .contains("no plugin named \"" + missing + "\" is loaded")));

                assertThat(others).hasSize(2).allSatisfy(other -> assertThat(summaries(jobs, POD_GROUPS.get(other)))
                        .singleElement()
                        .asString()
                        .startsWith("fine-" + other + " 2"));
                assertThat(summaries(jobs, POD_GROUPS.get(missing))).isEmpty();
                assertThat(jobs.jobSet("lost")).isEmpty();
                assertThat(controller.process().isAlive()).isTrue();
            }
        }
    }

    private static List<String> minimums(GangJobs jobs, String member) {
        return jobs.podGroups(POD_GROUPS.get(member)).stream()
                .map(podGroup -> podGroup.getMetadata().getName() + " " + podGroup.get("spec", "minMember"))
                .toList();
    }

    /** Labels and annotations of the pods that any gang scheduler looks at, in the JobSet. */
    private static List<String> marks(GangJobs jobs, String trainJob, String replicatedJob) {
        Map<String, Object> metadata = jobs.awaitJobSet(trainJob).replicatedJobs().stream()
                .filter(job -> replicatedJob.equals(job.get("name")))
                .map(job -> Tree.child(job, "template", "spec", "template", "metadata"))
                .findFirst()
                .orElseThrow();
        return Stream.of("labels", "annotations")
                .flatMap(kind -> Tree.child(metadata, kind).entrySet().stream())
                .map(Object::toString)
                .filter(mark -> mark.matches("(scheduling\\.|kai\\.scheduler|pod-group-name|volcano).*"))
                .sorted()
                .toList();
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
