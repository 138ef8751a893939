package io.trainyard.launcher.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Which pods of a service belong to a TrainJob (LOCAL-185)")
final class JobPodsTest {
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "mnist-node-0-0-abcde, true",
        "mnist-node-0-12-abcde, true",
        "mnist-launcher-0-0-abcde, true",
        "mnist-dataset-initializer-0-0-abcde, true",
        "mnist-node-0-0-abcde.0f2c-11, true",
        "mnist, false",
        "mnist-node, false",
        "mnist2-node-0-0-abcde, false",
        "my-mnist-node-0-0-abcde, false",
        "mnist-large-node-0-0-abcde, false"
    })
    void names(String pod, boolean belongs) {
        assertThat(new JobPods("mnist", List.of("mnist-large", "mnist2", "bert")).contains(pod))
                .isEqualTo(belongs);
    }
}
