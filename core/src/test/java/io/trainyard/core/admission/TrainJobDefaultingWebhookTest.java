package io.trainyard.core.admission;

import static io.trainyard.core.admission.AdmissionFixture.PLAIN;
import static io.trainyard.core.fixture.Manifests.clusterRuntime;
import static io.trainyard.core.fixture.Manifests.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.core.config.SizeLimits;
import io.trainyard.foundation.tree.Tree;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TrainJobDefaultingWebhookTest {
    private final AdmissionFixture world = new AdmissionFixture();

    @Test
    @DisplayName("VAL-15, VAL-16: with nothing to fill in nothing is changed, the alias of the group least of all")
    void nothingElseIsChanged() {
        Map<String, Object> object =
                AdmissionFixture.trainJob("{runtimeRef: {apiGroup: kubeflow.org, name: plain}, trainer: {}}");

        AdmissionResponse answer =
                AdmissionFixture.answer(world.admissions().trainJobDefaults(), world.request("TrainJob", object, null));
        assertThat(answer.changed()).isEmpty();
        assertThat(answer.allowed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{runtimePatches: text}",
                "{runtimePatches: [text, 1, null, {manager: 7}]}",
                "{trainer: text}",
                "{trainer: {numNodes: many}}",
                "{runtimeRef: text}",
                "{runtimeRef: {name: 7}}",
                "text",
                "null",
                "[1]"
            })
    @DisplayName("VAL-01: what the schema will refuse is left alone")
    void nonsenseIsLeftToTheSchema(String spec) {
        AdmissionResponse answer = AdmissionFixture.answer(
                world.admissions().trainJobDefaults(),
                world.request("TrainJob", AdmissionFixture.trainJob(spec), null));

        assertThat(answer.allowed()).isTrue();
    }

    @Test
    @DisplayName("VAL-01, VAL-13: more patches than the schema allows are not looked at; the schema refuses them")
    void tooManyPatchesAreLeftToTheSchema() {
        String patches = "{manager: a.io/x},".repeat(10_000);

        AdmissionResponse answer = AdmissionFixture.answer(
                world.admissions().trainJobDefaults(),
                world.request("TrainJob", AdmissionFixture.trainJob("{runtimePatches: [" + patches + "]}"), null));

        assertThat(answer.allowed()).isTrue();
        assertThat(answer.changed()).isEmpty();
    }

    @Test
    @DisplayName("VAL-14, PIPE-47: the worked example, a new entry beside one that was not touched")
    void timesFollowChanges() {
        Map<String, Object> old =
                AdmissionFixture.trainJob("{runtimePatches: [{manager: a.io/x, time: \"2026-04-01T00:00:00Z\"}]}");
        Map<String, Object> request =
                AdmissionFixture.trainJob("{runtimePatches: [{manager: a.io/x}, {manager: b.io/y}]}");

        assertThat(Tree.list(world.defaulted(request, old), "spec", "runtimePatches"))
                .isEqualTo(Tree.list(
                        tree("patches: [{manager: a.io/x, time: \"2026-04-01T00:00:00Z\"}, {manager: b.io/y, time:"
                                + " \"2026-05-01T10:00:00Z\"}]"),
                        "patches"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            {minNodes: 2, maxNodes: 8}                            | 8
            {minNodes: 2, maxNodes: 8, metrics: [{type: Pods}]}   | 2
            {}                                                    | 1
            {minNodes: 3}                                         | 3
            """)
    @DisplayName(
            "VAL-12, API-125, ELASTIC-20: an elastic job begins with as many nodes as it may, or as few if it can grow")
    void elasticJobsGetTheirFirstNumberOfNodes(String policy, int nodes) {
        world.with(clusterRuntime(
                "plain",
                PLAIN.replace("{template:", "{mlPolicy: {torch: {elasticPolicy: " + policy + "}}, template:")));

        assertThat(nodes(world.defaulted(AdmissionFixture.trainJob("{}"), null)))
                .isEqualTo(nodes);
        assertThat(nodes(world.defaulted(AdmissionFixture.trainJob("{trainer: {numNodes: 5}}"), null)))
                .isEqualTo(5);
        assertThat(nodes(world.defaulted(
                        AdmissionFixture.trainJob("{trainer: {image: a}}"),
                        AdmissionFixture.trainJob("{trainer: {numNodes: 6}}"))))
                .isEqualTo(6);
        assertThat(nodes(world.defaulted(AdmissionFixture.trainJob("{}"), AdmissionFixture.trainJob("{}"))))
                .isNull();
    }

    @Test
    @DisplayName("VAL-12: a runtime that cannot be read is left to the validation")
    void anUnreadableRuntimeIsNoReasonToFail() {
        world.unreadable = true;

        assertThat(world.defaulted(AdmissionFixture.trainJob("{}"), null)).isEqualTo(AdmissionFixture.trainJob("{}"));
    }

    @Test
    @DisplayName("PIPE-85: a client of another release does not lose the fields that it does not know")
    void fieldsThatAClientDoesNotKnowAreKept() {
        String stored =
                "{suspend: true, labels: {a: b}, podTemplateOverrides: [{targetJobs: []}], plugins: [{name: a}],"
                        + " activeDeadlineSeconds: 5}";
        Map<String, Object> old = AdmissionFixture.trainJob(stored);
        Map<String, Object> sent = AdmissionFixture.trainJob("{suspend: false}");

        assertThat(world.defaulted(sent, old)).isEqualTo(sent);

        world.user = AdmissionSettings.KUEUE;
        Map<String, Object> kept = Tree.child(world.defaulted(sent, old), "spec");
        assertThat(kept)
                .containsEntry("suspend", false)
                .containsKeys("labels", "podTemplateOverrides", "plugins")
                .doesNotContainKey("activeDeadlineSeconds");

        world.settings = new AdmissionSettings(
                AdmissionSettings.Strictness.WARN,
                AdmissionSettings.Strictness.WARN,
                "",
                Map.of(AdmissionSettings.KUEUE, AdmissionSettings.ClientRelease.V2_1),
                Optional.empty(),
                SizeLimits.DEFAULT);
        assertThat(Tree.child(world.defaulted(sent, old), "spec"))
                .containsKeys("plugins", "activeDeadlineSeconds")
                .doesNotContainKeys("labels", "podTemplateOverrides");
        Map<String, Object> emptied = AdmissionFixture.trainJob("{suspend: false, plugins: []}");
        assertThat(Tree.child(world.defaulted(emptied, old), "spec").get("plugins"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .isEmpty();
    }

    private static Object nodes(Map<String, Object> trainJob) {
        return Tree.at(trainJob, "spec", "trainer", "numNodes");
    }
}
