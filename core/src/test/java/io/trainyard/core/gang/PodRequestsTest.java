package io.trainyard.core.gang;

import static io.trainyard.core.fixture.Manifests.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("PodRequests (PIPE-28, PIPE-29, GANG-22, GANG-23, GANG-25, GANG-26, GANG-28)")
final class PodRequestsTest {
    private static final String EXAMPLE =
            """
            containers:
              - {name: x, resources: {requests: {cpu: "1"}}}
              - {name: y, resources: {requests: {cpu: "2"}}}
            initContainers:
              - {name: a, restartPolicy: Always, resources: {requests: {cpu: "1"}}}
              - {name: b, resources: {requests: {cpu: "5"}}}
              - {name: c, restartPolicy: Always, resources: {requests: {cpu: "1"}}}
            """;

    @Test
    void theWorkedExampleOfTheSpecification() {
        assertThat(requests(EXAMPLE)).isEqualTo(amounts("{cpu: '6'}"));
        assertThat(requests(EXAMPLE + "overhead: {cpu: 250m}\n")).isEqualTo(amounts("{cpu: '6.25'}"));
    }

    @ParameterizedTest(name = "{0} asks for {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{containers: []} | {}",
                "{containers: [{name: a}]} | {}",
                "{containers: [{name: a, resources: {requests: {cpu: 500m, memory: 1Gi}}}, {name: b, resources:"
                        + " {requests: {cpu: 1}}}]} | {cpu: '1.5', memory: 1Gi}",
                // Step 1, first part of PIPE-29: a limit counts as the request.
                "{containers: [{name: a, resources: {limits: {cpu: 2, nvidia.com/gpu: 4}}}]} | {cpu: '2',"
                        + " nvidia.com/gpu: '4'}",
                "{containers: [{name: a, resources: {requests: {cpu: 1}, limits: {cpu: 2, memory: 1Gi}}}]} | {cpu:"
                        + " '1', memory: 1Gi}",
                "{containers: [{name: a}], initContainers: [{name: i, resources: {limits: {cpu: 2}}}]} | {cpu: '2'}",
                // An ordinary init container counts only where it asks for more.
                "{containers: [{name: a, resources: {requests: {cpu: 3, memory: 1Gi}}}], initContainers: [{name: i,"
                        + " resources: {requests: {cpu: 2, memory: 2Gi}}}]} | {cpu: '3', memory: 2Gi}",
                // Only the sidecars declared before it run beside an init container.
                "{containers: [{name: a, resources: {requests: {cpu: 1}}}], initContainers: [{name: i, resources:"
                        + " {requests: {cpu: 4}}}, {name: s, restartPolicy: Always, resources: {requests: {cpu: 2}}}]} |"
                        + " {cpu: '4'}",
                // Step 4: requests of the pod replace those keys only.
                "{resources: {requests: {cpu: 2}}, containers: [{name: a, resources: {requests: {cpu: 4,"
                        + " nvidia.com/gpu: 1, memory: 1Gi}}}]} | {cpu: '2', nvidia.com/gpu: '1', memory: 1Gi}",
                "{resources: {limits: {memory: 3Gi}}, containers: [{name: a, resources: {requests: {memory: 1Gi}}}]} |"
                        + " {memory: 3Gi}",
                "{resources: {requests: {hugepages-2Mi: 4Mi}}, containers: [{name: a}]} | {hugepages-2Mi: 4Mi}",
                "{resources: {requests: {nvidia.com/gpu: 4}}, containers: [{name: a}]} | {}",
                // Step 5 comes after step 4.
                "{resources: {requests: {cpu: 2}}, overhead: {cpu: 100m, memory: 1Mi}, containers: [{name: a}]} |"
                        + " {cpu: '2.1', memory: 1Mi}",
            })
    void sumsAsASchedulerDoes(String podSpec, String expected) {
        assertThat(requests(podSpec)).isEqualTo(amounts(expected));
    }

    @Test
    void amountsAreWrittenSoThatTheyReadBackAsTheSame() {
        assertThat(PodRequests.of(
                        tree("containers: [{name: a, resources: {requests: {memory: 400Gi, cpu: 0.1}}}]"),
                        PodDefaults.NONE))
                .isEqualTo(Map.of("memory", new Quantity("429496729600"), "cpu", new Quantity("0.1")));
    }

    private static Map<String, BigDecimal> requests(String podSpec) {
        Map<String, BigDecimal> amounts = new TreeMap<>();
        PodRequests.of(tree(podSpec), PodDefaults.NONE)
                .forEach((name, quantity) -> amounts.put(name, number(quantity)));
        return amounts;
    }

    private static Map<String, BigDecimal> amounts(String quantities) {
        Map<String, BigDecimal> amounts = new TreeMap<>();
        tree(quantities).forEach((name, quantity) -> amounts.put(name, number(new Quantity(String.valueOf(quantity)))));
        return amounts;
    }

    private static BigDecimal number(Quantity quantity) {
        return quantity.getNumericalAmount().stripTrailingZeros();
    }
}
