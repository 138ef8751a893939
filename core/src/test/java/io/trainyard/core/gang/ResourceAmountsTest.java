package io.trainyard.core.gang;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("ResourceAmounts (GANG-29)")
final class ResourceAmountsTest {
    @ParameterizedTest(name = "{0}: {1} times {2} + {3} = {4}")
    @CsvSource({
        "cpu, 1500m, 4, 0, 6",
        "cpu, 1500m, 1, 1, 2500m",
        "cpu, 0.1, 3, 0, 300m",
        "memory, 2Gi, 2, 0, 4Gi",
        "memory, 512Mi, 1, 512Mi, 1Gi",
        "memory, 1536Mi, 1, 0, 1536Mi",
        "memory, 1Gi, 1, 1G, 2073741824",
        "memory, 1073741824, 2, 0, 2147483648",
        "memory, 1Ki, 1, 0, 1Ki",
        "ephemeral-storage, 100Mi, 3, 0, 300Mi",
        "nvidia.com/gpu, 8, 4, 0, 32",
    })
    void sumsAreExactAndReadable(String resource, String first, int times, String second, String expected) {
        Map<String, Quantity> sum = new ResourceAmounts()
                .add(Map.of(resource, new Quantity(first)), times)
                .add(Map.of(resource, new Quantity(second)), 1)
                .toQuantities();

        assertThat(sum.get(resource)).hasToString(expected);
    }
}
