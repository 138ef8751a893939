package io.trainyard.tck.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.Permission;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.gang.GangScheduler;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.tck.golden.GoldenAdmission;
import io.trainyard.tck.golden.GoldenBuild;
import io.trainyard.tck.golden.GoldenCase;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The base of plugins for gang schedulers, with a fourth scheduler")
final class GangSchedulerPluginTest {
    private static final GoldenCase SELECTED =
            GoldenCase.of("{podGroupPolicy: {plugin: {name: acme}}, podSets: [{name: node}]}");

    static List<GoldenCase> builds() {
        return GoldenCase.all("build");
    }

    static List<GoldenCase> admissions() {
        return GoldenCase.all("admission");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("builds")
    @DisplayName("pods are marked and PodGroups are built as the case says")
    void builds(GoldenCase golden) {
        assertThat(GoldenBuild.of(startedIn(golden), golden)).as(golden.rules()).isEqualTo(golden.expected());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("admissions")
    @DisplayName("errors and warnings are those of the case")
    void validates(GoldenCase golden) {
        assertThat(GoldenAdmission.of(startedIn(golden), golden))
                .as(golden.rules())
                .isEqualTo(golden.expected());
    }

    @Test
    @DisplayName("without runtime, TrainJob, or a policy for it, the subclass is not called (GANG-07)")
    void doesNothingUnasked() {
        assertNothing(SELECTED, null);
        assertNothing(SELECTED, GoldenCase.of("podSets: [{name: node}]").info());
        assertNothing(
                SELECTED,
                GoldenCase.of("{podGroupPolicy: {plugin: {name: other}}, podSets: [{name: node}]}")
                        .info());
    }

    private static void assertNothing(GoldenCase job, RuntimeInfo info) {
        AcmeGangPlugin plugin = startedIn(job);
        plugin.enforcePodGroupPolicy(job.trainJob(), info);
        plugin.enforcePodGroupPolicy(null, job.info());
        assertThat(plugin.build(new ComponentBuilder.Request(job.trainJob(), info))
                        .await()
                        .indefinitely())
                .isEqualTo(Components.none());
        assertThat(plugin.validate(new CustomValidation.Request(job.trainJob(), Optional.empty(), info))
                        .await()
                        .indefinitely())
                .isEqualTo(Validation.OK);
        if (info != null) {
            assertThat(info.podSets())
                    .allSatisfy(podSet -> assertThat(podSet.podLabels()).isEmpty());
        }
    }

    @Test
    @DisplayName("what the host takes care of follows from the kind and the names (GANG-11, GANG-57, GANG-70)")
    void whatTheHostTakesCareOf() {
        AcmeGangPlugin plugin = startedIn(GoldenCase.of("configuration: {schedulerName: mine}"));

        assertThat(plugin.gangScheduler())
                .contains(new GangScheduler(AcmePodGroup.class, List.of("mine"), Optional.of("mine")));
        assertThat(plugin.watches()).singleElement().satisfies(watch -> assertThat(watch.type())
                .isEqualTo(AcmePodGroup.class));
        assertThat(plugin.permissions())
                .containsAll(GangScheduler.hostPermissions())
                .contains(new Permission(
                        "scheduling.acme.example",
                        List.of("podgroups"),
                        List.of("get", "list", "watch", "create", "patch", "delete")));
    }

    @Test
    void aPluginThatHasNotBeenStartedSaysSo() {
        assertThatThrownBy(() ->
                        new AcmeGangPlugin().build(new ComponentBuilder.Request(SELECTED.trainJob(), SELECTED.info())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("plugin acme has not been started");
    }

    private static AcmeGangPlugin startedIn(GoldenCase golden) {
        AcmeGangPlugin plugin = new AcmeGangPlugin();
        plugin.start(golden.context());
        return plugin;
    }
}
