package io.trainyard.plugins.torch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.IntOrString;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class ProcessCountTest {

    @ParameterizedTest(name = "{0} with {1} GPUs, {2} accelerators and {3} processors is {4}")
    @CsvSource({
        // TORCH-05
        "4, 0, 0, 0, 4",
        "4, 8, 8, 16, 4",
        // TORCH-06
        "auto, 2, 2, 16, auto",
        "auto, 1, 1, 0, auto",
        "auto, 0, 8, 96, 8",
        // TORCH-07
        "auto, 0, 0, 4, 4",
        "auto, 0, 0, 0, 1",
        // TORCH-08
        "cpu, 0, 0, 4, 4",
        "cpu, 2, 2, 16, 16",
        "cpu, 0, 2, 0, 1",
        // TORCH-09
        "gpu, 2, 2, 16, gpu",
        "gpu, 0, 2, 16, gpu",
        "gpu, 0, 0, 4, gpu",
    })
    void theTableOfResolutions(String requested, int gpus, int accelerators, int processors, String expected) {
        assertThat(new ProcessCount(requested).resolve(gpus, accelerators, processors))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("acceptable")
    void acceptsNumbersFromOneAndTheThreeWords(Object value, String text) {
        // TORCH-01
        assertThat(ProcessCount.parse(new IntOrString(value))).contains(new ProcessCount(text));
    }

    static Stream<Arguments> acceptable() {
        return Stream.of(
                Arguments.of(1, "1"),
                Arguments.of(128, "128"),
                Arguments.of("4", "4"),
                Arguments.of("10", "10"),
                Arguments.of("auto", "auto"),
                Arguments.of("cpu", "cpu"),
                Arguments.of("gpu", "gpu"));
    }

    @ParameterizedTest
    @MethodSource("unacceptable")
    void refusesEverythingElse(Object value) {
        // TORCH-01
        assertThat(ProcessCount.parse(new IntOrString(value))).isEmpty();
    }

    static Stream<Object> unacceptable() {
        return Stream.of(
                0, -1, "", " ", "0", "04", "+4", "4.0", "-1", "4 ", "Auto", "GPU", "xpu", "auto ", "null", "1\n");
    }

    @ParameterizedTest(name = "TrainJob {0}, runtime {1}: {2}")
    @CsvSource({"2, 4, 2", "cpu, auto, cpu", ", 4, 4", ", gpu, gpu", ", , auto"})
    void theTrainJobBeatsTheRuntimeAndAutoIsTheDefault(String ofTrainJob, String ofRuntime, String expected) {
        // TORCH-03
        assertThat(ProcessCount.requested(field(ofTrainJob), field(ofRuntime))).isEqualTo(new ProcessCount(expected));
    }

    private static IntOrString field(String text) {
        return text == null ? null : new IntOrString(text);
    }
}
