package io.trainyard.plugins.jax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JAX-10 */
final class JaxConfigurationTest {
    @Test
    void absentKeysHaveTheirDefault() {
        assertThat(JaxConfiguration.parse(Map.of())).isEqualTo(new JaxConfiguration(29500));
        assertThat(JaxConfiguration.parse(Map.of("coordinatorPort", 1234L))).isEqualTo(new JaxConfiguration(1234));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "coordinatorPort | 0 | coordinatorPort: must be a whole number from 1 to 65535, not 0",
                "port            | 1 | port: unknown; known are coordinatorPort"
            })
    void whatIsWrongIsNamed(String key, int value, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JaxConfiguration.parse(Map.of(key, value)))
                .withMessage("configuration of plugin jax: " + message);
    }
}
