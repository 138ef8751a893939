package io.trainyard.core.compile;

import static io.trainyard.core.compile.Compilation.job;
import static io.trainyard.core.compile.Compilation.replicatedJob;
import static io.trainyard.core.fixture.Manifests.jobSet;
import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Quantity;
import io.trainyard.core.fixture.GangFixture;
import io.trainyard.core.fixture.GangFixture.ExampleScheduler;
import io.trainyard.core.gang.GangFacts;
import io.trainyard.core.gang.PodDefaults;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.TrainJob;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Compiling with a gang scheduler: what the host does for every plugin")
final class GangSchedulingTest {
    private static final TrainJob JOB = trainJob("demo", "{runtimeRef: {name: plain}, trainer: {numNodes: 3}}");
    private static final String DATA =
            job("data", "dataset-initializer", "{containers: [{name: dataset-initializer}]}");
    private static final String NODE =
            """
            {name: node, dependsOn: [{name: data, status: Complete}],
             template: {metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}},
              spec: {template: {spec: {runtimeClassName: sandbox, containers: [{name: node, resources: {limits: {cpu: 1}}}]}}}}}
            """;

    @Test
    @DisplayName("the plan has the final counts, and what the cluster adds to pods (GANG-12, GANG-20 to GANG-27)")
    void thePlanHasTheFinalCounts() {
        PodDefaults defaults = new PodDefaults(
                Map.of("memory", new Quantity("1Gi"), "cpu", new Quantity("9")),
                Map.of("sandbox", Map.of("cpu", new Quantity("500m"))));

        CompiledJob compiled = gangs(GangFixture.facts(defaults, false)).compile(JOB, runtime("{kai: {}}", DATA, NODE));

        var main = compiled.info().gangPlan().orElseThrow().main();
        assertThat(main.podGroup()).isEqualTo("demo");
        assertThat(main.minMember()).isEqualTo(3);
        assertThat(main.minResources()).isEqualTo(Map.of("cpu", new Quantity("4500m"), "memory", new Quantity("3Gi")));
    }

    @Test
    @DisplayName("resources that the TrainJob asks for are counted, not those of the template (GANG-10)")
    void thePlanHasTheFinalResources() {
        TrainJob job = trainJob(
                "demo",
                """
                runtimeRef: {name: plain}
                trainer: {numNodes: 2, resourcesPerNode: {limits: {cpu: 5}}}
                """);

        CompiledJob compiled = gangs(GangFacts.NONE).compile(job, runtime("{kai: {}}", DATA, NODE));

        assertThat(compiled.info().gangPlan().orElseThrow().main().minResources())
                .isEqualTo(Map.of("cpu", new Quantity("10")));
    }

    @Test
    @DisplayName("marks are those of each pod set, and win over what the template says (GANG-13, GANG-14)")
    void marksWin() {
        String node = NODE.replace(
                "{template: {spec: {runtimeClassName",
                "{template: {metadata: {labels: {gang: mine, team: a}}, spec: {runtimeClassName");
        assertThat(node).contains("gang: mine");

        Map<String, Object> jobSet = gangs(GangFacts.NONE).jobSet(JOB, runtime("{kai: {}}", DATA, node));

        assertThat(podLabels(jobSet, "node")).containsEntry("gang", "demo").containsEntry("team", "a");
        assertThat((String) podLabels(jobSet, "data").get("gang")).matches("demo-data-[0-9a-f]{8}");
    }

    private static Map<String, Object> podLabels(Map<String, Object> jobSet, String job) {
        return Tree.child(replicatedJob(jobSet, job), "template", "spec", "template", "metadata", "labels");
    }

    @Test
    @DisplayName(
            "without a policy there is no plan, no label, no scheduler, and nobody asks the cluster (GANG-04, GANG-07)")
    void withoutAPolicyNothingHappens() {
        GangFacts unasked = GangFixture.facts(new PodDefaults(Map.of("cpu", new Quantity("9")), Map.of()), true);

        for (String policy : new String[] {"null", "{}"}) {
            CompiledJob compiled = gangs(unasked).compile(JOB, runtime(policy, DATA, NODE));

            assertThat(compiled.info().gangPlan()).isEmpty();
            assertThat(compiled.objects()).hasSize(1);
            assertThat(compiled.info().podSets()).allSatisfy(podSet -> {
                assertThat(podSet.podLabels()).isEmpty();
                assertThat(podSet.schedulerName()).isEmpty();
            });
        }
    }

    @Test
    @DisplayName(
            "PodGroups come before the JobSet, with our labels and the TrainJob as their owner (GANG-15, GANG-42, GANG-50)")
    void podGroupsComeFirst() {
        CompiledJob compiled = gangs(GangFacts.NONE).compile(JOB, runtime("{kai: {}}", DATA, NODE));

        assertThat(compiled.objects())
                .extracting(object -> object.getKind())
                .containsExactly("PodGroup", "PodGroup", "JobSet");
        assertThat(compiled.objects().get(0).getMetadata()).satisfies(metadata -> {
            assertThat(metadata.getLabels())
                    .containsEntry("jobset.sigs.k8s.io/jobset-name", "demo")
                    .containsEntry("app.kubernetes.io/managed-by", "trainyard");
            assertThat(metadata.getOwnerReferences()).singleElement().satisfies(owner -> assertThat(owner.getKind())
                    .isEqualTo("TrainJob"));
        });
    }

    @Test
    @DisplayName(
            "all pods that name no scheduler get it, those of the prologue too; who names one keeps it (GANG-55, GANG-56)")
    void schedulerNames() {
        String own = job("own", "{schedulerName: mine, containers: [{name: a}]}");

        Map<String, Object> jobSet = gangs(GangFacts.NONE).jobSet(JOB, runtime("{kai: {}}", DATA, NODE, own));

        assertThat(scheduler(jobSet, "node")).contains("example");
        assertThat(scheduler(jobSet, "data")).contains("example");
        assertThat(scheduler(jobSet, "own")).contains("mine");
    }

    @Test
    @DisplayName("pods of a JobSet that exists keep their scheduler, or that they have none (GANG-58)")
    void theLiveSchedulerStays() {
        String live =
                """
                metadata: {name: demo, namespace: team-a}
                spec:
                  suspend: true
                  replicatedJobs:
                    - {name: data, template: {spec: {template: {spec: {schedulerName: earlier}}}}}
                    - {name: node, template: {spec: {template: {spec: {}}}}}
                """;

        Map<String, Object> jobSet =
                gangs(GangFacts.NONE).withLive(jobSet(live)).jobSet(JOB, runtime("{kai: {}}", DATA, NODE));

        assertThat(scheduler(jobSet, "data")).contains("earlier");
        assertThat(scheduler(jobSet, "node")).isEmpty();
    }

    @Test
    @DisplayName(
            "a missing CRD, a missing plugin and two policies stop the build with a clear text (GANG-03, GANG-06, GANG-63)")
    void whatCannotWorkStopsTheBuild() {
        assertRefused(
                gangs(GangFixture.facts(PodDefaults.NONE, true)),
                "{kai: {}}",
                "podGroupPolicy.kai is set, but the PodGroup CRD podgroups.gang.example.com is not installed");
        assertRefused(
                gangs(GangFacts.NONE),
                "{volcano: {}}",
                "spec.runtimeRef: podGroupPolicy.volcano is set, but no plugin named \"volcano\" is loaded:"
                        + " plugins-volcano.jar is not in the folder of plugins, or could not be loaded");
        assertRefused(
                gangs(GangFacts.NONE),
                "{plugin: {name: acme}}",
                "spec.runtimeRef: podGroupPolicy.plugin is set, but no plugin named \"acme\" is loaded");
        assertRefused(
                gangs(GangFacts.NONE),
                "{coscheduling: {}, kai: {}}",
                "spec.runtimeRef: podGroupPolicy of the runtime sets coscheduling and kai; only one of the podGroupPolicy"
                        + " sources can be configured");
    }

    private static void assertRefused(Compilation compilation, String policy, String message) {
        assertThatThrownBy(() -> compilation.compile(JOB, runtime(policy, DATA, NODE)))
                .cause()
                .isInstanceOf(InvalidTrainJobException.class)
                .hasMessage(message);
    }

    private static Compilation gangs(GangFacts facts) {
        ExampleScheduler scheduler = new ExampleScheduler(Optional.of("example"));
        return new Compilation().withGangs(scheduler, facts).withBuilder(scheduler);
    }

    private static Optional<String> scheduler(Map<String, Object> jobSet, String job) {
        return Tree.string(replicatedJob(jobSet, job), "template", "spec", "template", "spec", "schedulerName");
    }

    private static String runtime(String policy, String... jobs) {
        return "{mlPolicy: {numNodes: 1}, podGroupPolicy: " + policy + ", template: {spec: {replicatedJobs: ["
                + String.join(", ", jobs) + "]}}}";
    }
}
