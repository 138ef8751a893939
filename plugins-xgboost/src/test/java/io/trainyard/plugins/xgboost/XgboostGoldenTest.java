package io.trainyard.plugins.xgboost;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.tck.golden.FrameworkCase;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is said and what is built for what: one file a case in {@code golden}, with the rules that it is about. */
final class XgboostGoldenTest {
    static List<FrameworkCase> cases() {
        return FrameworkCase.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    @DisplayName("errors, warnings, node counts, variables and ports are those of the case")
    void isAsTheCaseSays(FrameworkCase golden) {
        XgboostPlugin plugin = new XgboostPlugin();
        plugin.start(golden.context());

        assertThat(golden.outcome(plugin)).as(golden.rules()).isEqualTo(golden.expected());
    }
}
