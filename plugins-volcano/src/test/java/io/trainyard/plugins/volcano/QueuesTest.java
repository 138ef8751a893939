package io.trainyard.plugins.volcano;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.tck.golden.GoldenCase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Queues: why Volcano never places a gang from its queue (GANG-72)")
final class QueuesTest {
    private static final String QUEUES =
            """
            [{metadata: {name: default}},
             {metadata: {name: root}, spec: {weight: 1}, status: {state: Open}},
             {metadata: {name: b}, spec: {parent: root}, status: {state: Open}},
             {metadata: {name: a}, spec: {parent: root, capability: {cpu: "4", memory: 8Gi}}, status: {state: Open}},
             {metadata: {name: shut}, status: {state: Closed}}]
            """;

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
                    {}                                                         | -
                    {queue: b}                                                 | -
                    {queue: nowhere}                                           | queue nowhere does not exist
                    {queue: shut}                                              | queue shut is Closed
                    {queue: root}                                              | queue root has child queues (a, b)
                    {queue: a, minResources: {cpu: 4000m, memory: 8192Mi}}     | -
                    {queue: a, minResources: {cpu: 4001m}}                     | queue a allows at most 4 cpu, and the gang asks for 4001m
                    {queue: a, minResources: {nvidia.com/gpu: "64"}}           | -
                    """)
    void problem(String gang, String expected) throws Exception {
        List<VolcanoQueue> queues = new ArrayList<>();
        for (var queue : GoldenCase.YAML.readTree(QUEUES)) {
            queues.add(GoldenCase.YAML.treeToValue(queue, VolcanoQueue.class));
        }
        assertThat(new Queues(queues)
                        .problem(GoldenCase.YAML.readValue(gang, PodGroupSpec.class))
                        .orElse(null))
                .isEqualTo(expected);
    }
}
