package io.trainyard.plugins.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class TorchConfigurationTest {

    @Test
    void anEmptyConfigurationGivesTheDefaults() {
        // TORCH-26, TORCH-27, MLP-21
        assertThat(TorchConfiguration.parse(Map.of()))
                .isEqualTo(new TorchConfiguration(
                        29500,
                        29400,
                        true,
                        true,
                        Set.of(
                                "amd.com/gpu",
                                "aws.amazon.com/neuron",
                                "aws.amazon.com/neuroncore",
                                "aws.amazon.com/neurondevice",
                                "cambricon.com/mlu*",
                                "google.com/tpu",
                                "gpu.intel.com/i915",
                                "gpu.intel.com/xe",
                                "habana.ai/gaudi",
                                "huawei.com/Ascend*",
                                "hygon.com/dcu"),
                        true,
                        Map.of()));
    }

    @Test
    void everyKeyCanBeChanged() {
        TorchConfiguration configuration = TorchConfiguration.parse(Map.of(
                "masterPort",
                2222L,
                "injectMasterAliases",
                false,
                "injectTrainerAliases",
                false,
                "acceleratorResources",
                List.of("example.com/npu"),
                "rendezvousPort",
                3333,
                "elasticSuccessPolicy",
                "Template",
                "hpaBehavior",
                Map.of("scaleDown", Map.of())));

        assertThat(configuration)
                .isEqualTo(new TorchConfiguration(
                        2222, 3333, false, false, Set.of("example.com/npu"), false, Map.of("scaleDown", Map.of())));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void aWrongValueIsNamed(String key, Object value, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TorchConfiguration.parse(Map.of(key, value)))
                .withMessage("configuration of plugin torch: " + message);
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of("masterPort", 0, "masterPort: must be a whole number from 1 to 65535, not 0"),
                Arguments.of("masterPort", 65536, "masterPort: must be a whole number from 1 to 65535, not 65536"),
                Arguments.of("masterPort", "29500", "masterPort: must be a whole number from 1 to 65535, not 29500"),
                Arguments.of(
                        "masterPort",
                        4_294_967_297L,
                        "masterPort: must be a whole number from 1 to 65535, not 4294967297"),
                Arguments.of("injectMasterAliases", "yes", "injectMasterAliases: must be true or false, not yes"),
                Arguments.of("injectTrainerAliases", 1, "injectTrainerAliases: must be true or false, not 1"),
                Arguments.of(
                        "acceleratorResources",
                        "example.com/npu",
                        "acceleratorResources: must be a list of resource names, not example.com/npu"),
                Arguments.of(
                        "acceleratorResources",
                        List.of(7),
                        "acceleratorResources: must hold names of resources such as example.com/npu, not 7"),
                Arguments.of(
                        "acceleratorResources",
                        List.of("example.com/*pu"),
                        "acceleratorResources: example.com/*pu has a * that is not its last character; write"
                                + " example.com/npu*"),
                Arguments.of(
                        "port",
                        1,
                        "port: unknown; known are acceleratorResources, elasticSuccessPolicy, hpaBehavior,"
                                + " injectMasterAliases, injectTrainerAliases, masterPort, rendezvousPort"),
                Arguments.of(
                        "elasticSuccessPolicy", "All", "elasticSuccessPolicy: must be AnyNode or Template, not All"),
                Arguments.of("hpaBehavior", 1, "hpaBehavior: must be an object, not 1"));
    }

    @Test
    void allProblemsAreReportedTogether() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TorchConfiguration.parse(Map.of("masterPort", -1, "a", 1, "b", 2)))
                .withMessageContainingAll("masterPort", "a: unknown", "b: unknown");
    }
}
