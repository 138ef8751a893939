package io.trainyard.plugins.coscheduling;

import static io.trainyard.plugins.coscheduling.Views.coscheduling;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trainyard.spi.Permission;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.model.PodGroupPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.VolcanoPolicy;
import io.trainyard.spi.result.Validation;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class CoschedulingPluginTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final CoschedulingPlugin plugin = new CoschedulingPlugin();
    private final TrainJob job = new TrainJob();

    @Test
    @DisplayName(
            "members, late ones too, carry the name of their group; the prologue carries none (COSCH-01, GANG-34, GANG-38)")
    void membersAreMarked() {
        RuntimeInfo info = Views.with(coscheduling(60));

        plugin.enforcePodGroupPolicy(job, info);

        assertThat(info.podSets().stream().collect(Collectors.toMap(PodSet::name, PodSet::podLabels)))
                .isEqualTo(Map.of(
                        "node", Map.of("scheduling.x-k8s.io/pod-group", "run"),
                        "launcher", Map.of("scheduling.x-k8s.io/pod-group", "run"),
                        "evaluate", Map.of("scheduling.x-k8s.io/pod-group", "run-l1-0a1b2c3d"),
                        "data", Map.of()));
    }

    @Test
    @DisplayName(
            "one PodGroup a gang, none for the prologue; without resources that field is left out (COSCH-02, COSCH-04, COSCH-05)")
    void podGroupsAreBuilt() throws JsonProcessingException {
        List<Component> groups = build(Views.with(coscheduling(120))).components();

        assertThat(tree(groups.get(0)))
                .isEqualTo(
                        JSON.readTree(
                                """
                                {"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "PodGroup", "metadata": {"name": "run"},
                                 "spec": {"minMember": 4, "minResources": {"cpu": "6", "memory": "16Gi"}, "scheduleTimeoutSeconds": 120}}
                                """));
        assertThat(tree(groups.get(1)))
                .isEqualTo(
                        JSON.readTree(
                                """
                                {"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "PodGroup", "metadata": {"name": "run-l1-0a1b2c3d"},
                                 "spec": {"minMember": 2, "scheduleTimeoutSeconds": 120}}
                                """));
        assertThat(groups).hasSize(2).extracting(Component::change).containsOnly(Component.Change.WHILE_SUSPENDED);
    }

    @ParameterizedTest(name = "{0} gives {1}")
    @DisplayName("a missing timeout is 60, zero stays zero (COSCH-03)")
    @CsvSource(
            nullValues = "nothing",
            value = {"nothing, 60", "0, 0", "120, 120"})
    void timeouts(Integer given, int expected) {
        CoschedulingPodGroup group = (CoschedulingPodGroup)
                build(Views.with(coscheduling(given))).components().get(0).object();

        assertThat(group.getSpec().getScheduleTimeoutSeconds()).isEqualTo(expected);
    }

    static List<Optional<PodGroupPolicy>> otherPolicies() {
        return List.of(
                Optional.empty(),
                Optional.of(new PodGroupPolicy(null, null, null, null)),
                Optional.of(new PodGroupPolicy(null, new VolcanoPolicy(null, null), null, null)));
    }

    @ParameterizedTest
    @MethodSource("otherPolicies")
    @DisplayName("without its own policy it does nothing at all (GANG-07)")
    void otherPoliciesAreLeftAlone(Optional<PodGroupPolicy> policy) {
        RuntimeInfo info = Views.with(policy.orElse(null), gated("node"));

        plugin.enforcePodGroupPolicy(job, info);

        assertThat(info.podSets())
                .allSatisfy(podSet -> assertThat(podSet.podLabels()).isEmpty());
        assertThat(build(info)).isEqualTo(Components.none());
        assertThat(validate(info, Optional.empty())).isEqualTo(Validation.OK);
    }

    @Test
    @DisplayName("gates on pods that count give a warning at creation; on the prologue they hold nobody up (COSCH-10)")
    void gatesGiveAWarning() {
        assertThat(validate(Views.with(coscheduling(60), gated("node")), Optional.empty())
                        .warnings())
                .containsExactly(
                        "replicated job node has schedulingGates: no pod of PodGroup run is placed before 4 of its"
                                + " pods have none");
        assertThat(validate(Views.with(coscheduling(60), gated("data")), Optional.empty()))
                .isEqualTo(Validation.OK);
        assertThat(validate(Views.with(coscheduling(60), gated("node")), Optional.of(job)))
                .isEqualTo(Validation.OK);
    }

    @Test
    @DisplayName("it watches its PodGroups and says what it must be allowed to do (GANG-64, section 1.8)")
    void watchesAndPermissions() {
        assertThat(plugin.watches()).singleElement().satisfies(watch -> assertThat(watch.type())
                .isEqualTo(CoschedulingPodGroup.class));
        assertThat(plugin.permissions())
                .contains(new Permission(
                        "scheduling.x-k8s.io",
                        List.of("podgroups"),
                        List.of("get", "list", "watch", "create", "update", "patch", "delete")))
                .extracting(Permission::group)
                .containsExactlyInAnyOrder("", "node.k8s.io", "scheduling.x-k8s.io");
    }

    @Test
    @DisplayName("fields of newer releases survive reading and writing; the status is not kept (GANG-44, GANG-77)")
    void unknownFieldsSurvive() throws JsonProcessingException {
        CoschedulingPodGroup group = JSON.readValue(
                """
                {"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "PodGroup", "metadata": {"name": "run"},
                 "spec": {"minMember": 2, "newer": {"a": 1}}, "status": {"phase": "Running"}}
                """,
                CoschedulingPodGroup.class);

        JsonNode written = JSON.valueToTree(group);

        assertThat(written.path("spec")).isEqualTo(JSON.readTree("{\"minMember\": 2, \"newer\": {\"a\": 1}}"));
        assertThat(written.has("status")).isFalse();
    }

    private Components build(RuntimeInfo info) {
        return plugin.build(new ComponentBuilder.Request(job, info)).await().indefinitely();
    }

    private Validation validate(RuntimeInfo info, Optional<TrainJob> previous) {
        return plugin.validate(new CustomValidation.Request(job, previous, info))
                .await()
                .indefinitely();
    }

    /** What is sent: without what the host or the server adds. */
    private static JsonNode tree(Component component) {
        return JSON.valueToTree(component.object());
    }

    private static Map<String, Object> gated(String job) {
        Map<String, Object> pods =
                Map.of("spec", Map.of("schedulingGates", List.of(Map.of("name", "example.com/later"))));
        return Map.of(
                "replicatedJobs",
                new ArrayList<>(List.of(
                        Map.of("name", job, "template", Map.of("spec", Map.of("template", pods))),
                        Map.of("name", "evaluate", "template", Map.of("spec", Map.of())))));
    }
}
