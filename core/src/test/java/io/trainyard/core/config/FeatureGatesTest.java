package io.trainyard.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.yaml.Problem;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("CFG-32: feature gates")
final class FeatureGatesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                      |                                | false",
                "{TrainJobStatus: true}                  |                                | true",
                "{TrainJobStatus: true}                  | TrainJobStatus=false           | false",
                "{}                                      | TrainJobStatus=true            | true",
                "{AllAlpha: true}                        |                                | true",
                "{AllAlpha: true, TrainJobStatus: false} |                                | false",
                "{TrainJobStatus: false}                 | AllAlpha=true                  | false",
                "{AllBeta: true}                         |                                | false",
                "{}                                      | AllBeta=true,AllAlpha=1        | true",
                "{}                                      | ' TrainJobStatus = T , '       | true",
                "{}                                      | TrainJobStatus=0,AllAlpha=true | false"
            })
    void theFlagWinsOverTheFileAndAGateOverItsGroup(String file, String flag, boolean enabled) {
        ConfigurationResult result = read(file, flag);

        assertThat(result).isInstanceOf(ConfigurationResult.Valid.class);
        assertThat(((ConfigurationResult.Valid) result)
                        .configuration()
                        .featureGates()
                        .isEnabled(FeatureGate.TRAIN_JOB_STATUS))
                .isEqualTo(enabled);
    }

    @Test
    void anUnknownGateIsRefusedInFileAndFlag() {
        assertThat(errors("{TrainjobStatus: true}", null))
                .containsExactly(
                        "c.yaml:3:16: featureGates[TrainjobStatus]: unknown feature gate TrainjobStatus; known are TrainJobStatus, AllAlpha, AllBeta; did you mean \"TrainJobStatus\"?");
        assertThat(errors("{}", "TrainyardTurbo=true"))
                .singleElement()
                .asString()
                .startsWith("--feature-gates: featureGates: unknown feature gate TrainyardTurbo; known are");
    }

    @Test
    @DisplayName("a gate of a newer release is taken when it is false, and a warning names it")
    void anUnknownGateThatIsFalseIsIgnored() {
        assertThat(read("{DynamicResourceAllocation: false}", null)).satisfies(FeatureGatesTest::isIgnored);
        assertThat(read("{}", "DynamicResourceAllocation=false")).satisfies(FeatureGatesTest::isIgnored);
        assertThat(read("{TrainJobStatus: false}", null).warnings()).isEmpty();
    }

    private static void isIgnored(ConfigurationResult result) {
        assertThat(result).isInstanceOf(ConfigurationResult.Valid.class);
        assertThat(result.warnings())
                .singleElement()
                .asString()
                .contains("unknown feature gate DynamicResourceAllocation is ignored, because it is false; known are");
    }

    @Test
    void aValueThatIsNeitherTrueNorFalseIsRefused() {
        assertThat(errors("{TrainJobStatus: 1}", null))
                .singleElement()
                .asString()
                .endsWith("featureGates[TrainJobStatus]: must be true or false, not 1");
        assertThat(errors("{}", "TrainJobStatus=maybe"))
                .singleElement()
                .asString()
                .endsWith("TrainJobStatus must be true or false, not \"maybe\"");
        assertThat(errors("{}", "TrainJobStatus"))
                .singleElement()
                .asString()
                .contains("must be a list such as TrainJobStatus=true");
    }

    private static List<String> errors(String file, String flag) {
        return ((ConfigurationResult.Invalid) read(file, flag))
                .errors().stream().map(Problem::toString).toList();
    }

    private static ConfigurationResult read(String file, String flag) {
        return ConfigurationReader.fromText(
                "c.yaml",
                "apiVersion: config.trainer.kubeflow.org/v1alpha1\nkind: Configuration\nfeatureGates: " + file + "\n",
                flag == null ? List.of() : List.of(new FlagOverride("--feature-gates", "featureGates", flag)));
    }
}
