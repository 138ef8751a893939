package io.trainyard.launcher.judgement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The API server of a laptop judges as the recorded one of a cluster did ({@link RealVerdictsIT}). */
@DisplayName("LOCAL-123: a laptop's API server refuses and warns in the words of a cluster's")
final class LocalVerdictsTest {
    private static final Map<String, Verdict> RECORDED = Verdict.recorded();
    private static LocalCourt court;

    @BeforeAll
    static void start() {
        court = LocalCourt.start();
    }

    @AfterAll
    static void stop() {
        court.close();
    }

    static List<Input> inputs() {
        return Input.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("inputs")
    void theVerdictIsThatOfACluster(Input input) {
        assertThat(court.judge(input)).isEqualTo(RECORDED.get(input.name()));
    }
}
