package io.trainyard.plugins.coscheduling;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.Permission;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.tck.golden.GoldenCase;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("CoschedulingPlugin")
final class CoschedulingPluginTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final CoschedulingPlugin plugin = new CoschedulingPlugin();

    static Stream<Arguments> unasked() {
        TrainJob job = GoldenCase.of("{}").trainJob();
        return Stream.of(
                Arguments.of("no runtime", job, null),
                Arguments.of("no TrainJob", null, gated("podGroupPolicy: {coscheduling: {}}")),
                Arguments.of("no podGroupPolicy", job, gated("name: none")),
                Arguments.of("an empty podGroupPolicy", job, gated("podGroupPolicy: {}")),
                Arguments.of("the policy of another", job, gated("podGroupPolicy: {volcano: {}}")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unasked")
    @DisplayName("without runtime, TrainJob, podGroupPolicy or a policy of its own it does nothing at all (GANG-07)")
    void doesNothingUnasked(String what, @Nullable TrainJob trainJob, @Nullable RuntimeInfo info) {
        plugin.enforcePodGroupPolicy(trainJob, info);

        assertThat(plugin.build(new ComponentBuilder.Request(trainJob, info))
                        .await()
                        .indefinitely())
                .isEqualTo(Components.none());
        assertThat(plugin.validate(new CustomValidation.Request(trainJob, Optional.empty(), info))
                        .await()
                        .indefinitely())
                .isEqualTo(Validation.OK);
        if (info != null) {
            assertThat(info.podSets()).isNotEmpty().allSatisfy(podSet -> assertThat(podSet.podLabels())
                    .isEmpty());
        }
    }

    @Test
    @DisplayName("it watches its PodGroups and says what it must be allowed to do (GANG-11, GANG-64, GANG-70)")
    void watchesAndPermissions() {
        assertThat(plugin.watches()).singleElement().satisfies(watch -> assertThat(watch.type())
                .isEqualTo(CoschedulingPodGroup.class));
        assertThat(plugin.permissions())
                .contains(new Permission(
                        "scheduling.x-k8s.io",
                        List.of("podgroups"),
                        List.of("get", "list", "watch", "create", "patch", "delete")))
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

    /** A runtime of gated pods, which would be warned of if they were ours. */
    private static RuntimeInfo gated(String policy) {
        return GoldenCase.of(
                        policy
                                + """

                        podSets: [{name: node}]
                        template:
                          replicatedJobs: [{name: node, template: {spec: {template: {spec: {schedulingGates: [{name: a/b}]}}}}}]
                        """)
                .info();
    }
}
