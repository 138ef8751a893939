package io.trainyard.core.admission;

import static io.trainyard.core.admission.AdmissionFixture.LABEL;
import static io.trainyard.core.fixture.Manifests.clusterRuntime;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.fixture.GangFixture;
import io.trainyard.core.fixture.GangFixture.ExampleScheduler;
import io.trainyard.core.gang.PodDefaults;
import io.trainyard.foundation.field.FieldError;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class GangAdmissionTest {
    private final AdmissionFixture world = new AdmissionFixture();

    @Test
    @DisplayName(
            "VAL-76, GANG-56: an explicit scheduler that the policy does not know gives a warning at creation, also the default one")
    void otherSchedulersGiveAWarning() {
        gangRuntime("{kai: {}}", "schedulerName: default-scheduler, ", "");

        assertThat(world.create("{}").warnings())
                .singleElement()
                .asString()
                .isEqualTo(
                        "replicated job node has the schedulerName default-scheduler, and podGroupPolicy.kai has no effect on its"
                                + " pods there; leave schedulerName out or use example or other-example");
        assertThat(world.update("{suspend: true}", "{trainer: {numNodes: 2}}").warnings())
                .isEmpty();

        gangRuntime("{kai: {}}", "schedulerName: other-example, ", "");
        assertThat(world.create("{}").warnings()).isEmpty();
    }

    @Test
    @DisplayName("VAL-77, GANG-63: a PodGroup kind that is not installed gives a warning at creation, never an error")
    void aMissingKindGivesAWarning() {
        gangRuntime("{kai: {}}", "", "");
        world.gangFacts = GangFixture.facts(PodDefaults.NONE, true);

        AdmissionResponse answer = world.create("{}");

        assertThat(answer.allowed()).isTrue();
        assertThat(answer.warnings())
                .containsExactly("podGroupPolicy.kai is set, but the PodGroup CRD"
                        + " podgroups.gang.example.com is not installed; no pod starts until it is");
    }

    @Test
    @DisplayName(
            "GANG-03, GANG-06: two policies at once, and one whose plugin is not there, are refused at spec.runtimeRef")
    void whatCannotWorkIsRefused() {
        gangRuntime("{kai: {}, plugin: {name: plainml}}", "", "");
        assertThat(world.create("{}").causes()).singleElement().satisfies(error -> {
            assertThat(error.path()).isEqualTo("spec.runtimeRef");
            assertThat(error.message()).contains("podGroupPolicy of the runtime sets kai and plugin");
        });

        gangRuntime("{coscheduling: {}}", "", "");
        assertThat(world.create("{}").causes()).extracting(FieldError::path).containsExactly("spec.runtimeRef");
    }

    @Test
    @DisplayName("VAL-08a: a job can be stopped also when the plugin of its policy is gone, but not started again")
    void whatCannotWorkCanBeSuspended() {
        gangRuntime("{coscheduling: {}}", "", "");

        assertThat(world.update("{}", "{suspend: true}").allowed()).isTrue();
        assertThat(world.update("{}", "{suspend: true, labels: {a: b}}").allowed())
                .isFalse();
        assertThat(world.update("{suspend: true}", "{suspend: false}").allowed())
                .isFalse();
    }

    @Test
    @DisplayName("GANG-40: an order of start that goes in a circle is refused at spec.runtimeRef")
    void aCircleIsRefused() {
        gangRuntime("{kai: {}}", "", "dependsOn: [{name: node, status: Ready}], ");

        assertThat(world.create("{}").causes()).singleElement().satisfies(error -> {
            assertThat(error.path()).isEqualTo("spec.runtimeRef");
            assertThat(error.message()).contains("depend on each other in a circle: node");
        });
    }

    private void gangRuntime(String policy, String podSpec, String job) {
        world.plugins.clear();
        world.plugins.add(new ExampleScheduler(Optional.of("example")));
        world.with(clusterRuntime(
                "plain",
                "{podGroupPolicy: " + policy + ", template: {spec: {replicatedJobs: [{name: node, " + job
                        + "template: {metadata: {labels: {" + LABEL + ": trainer}}, spec: {template: {spec: {" + podSpec
                        + "containers: [{name: node, image: t}]}}}}}]}}}"));
    }
}
