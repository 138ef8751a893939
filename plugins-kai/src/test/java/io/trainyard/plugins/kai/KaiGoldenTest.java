package io.trainyard.plugins.kai;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.tck.golden.GoldenAdmission;
import io.trainyard.tck.golden.GoldenBuild;
import io.trainyard.tck.golden.GoldenCase;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is built for what, and what is said at admission: one file a case in {@code golden}, with the rules that it is about. */
final class KaiGoldenTest {
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
        assertThat(GoldenBuild.of(KaiPlugins.startedIn(golden), golden))
                .as(golden.rules())
                .isEqualTo(golden.expected());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("admissions")
    @DisplayName("errors and warnings are those of the case")
    void judges(GoldenCase golden) {
        assertThat(GoldenAdmission.of(KaiPlugins.startedIn(golden), golden))
                .as(golden.rules())
                .isEqualTo(golden.expected());
    }
}
