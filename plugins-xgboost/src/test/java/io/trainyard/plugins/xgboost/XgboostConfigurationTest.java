package io.trainyard.plugins.xgboost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** XGB-13 */
final class XgboostConfigurationTest {
    @Test
    void absentKeysHaveTheirDefault() {
        assertThat(XgboostConfiguration.parse(Map.of())).isEqualTo(XgboostConfiguration.DEFAULT);
        assertThat(XgboostConfiguration.parse(
                        Map.of("trackerPort", 1234, "acceleratorResources", List.of("example.com/npu"))))
                .isEqualTo(new XgboostConfiguration(1234, Set.of("example.com/npu")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "trackerPort          | 0 | trackerPort: must be a whole number from 1 to 65535, not 0",
                "acceleratorResources | 1 | acceleratorResources: must be a list of resource names, not 1",
                "port                 | 1 | port: unknown; known are acceleratorResources, trackerPort"
            })
    void whatIsWrongIsNamed(String key, int value, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> XgboostConfiguration.parse(Map.of(key, value)))
                .withMessage("configuration of plugin xgboost: " + message);
    }
}
