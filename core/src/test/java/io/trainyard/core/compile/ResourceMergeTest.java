package io.trainyard.core.compile;

import static io.trainyard.core.fixture.Manifests.copy;
import static io.trainyard.core.fixture.Manifests.read;
import static io.trainyard.core.fixture.Manifests.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("ResourceMerge (PIPE-25 to PIPE-27)")
final class ResourceMergeTest {
    @Test
    void theWorkedExampleOfTheSpecification() {
        assertThat(merge(
                        """
                        requests: {cpu: "2", memory: 8Gi}
                        limits: {cpu: "4", nvidia.com/gpu: "1"}
                        """,
                        "limits: {nvidia.com/gpu: \"2\"}"))
                .isEqualTo(
                        tree(
                                """
                        requests: {cpu: "2", memory: 8Gi}
                        limits: {cpu: "4", nvidia.com/gpu: "2"}
                        """));
    }

    /** Left to right: runtime, TrainJob, result. */
    @ParameterizedTest(name = "{0} with {1} gives {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                // Keys merge one by one, the TrainJob wins (PIPE-26).
                "{}                                    | {}                                    | {}",
                "{requests: {cpu: 1}}                  | {}                                    | {requests: {cpu: 1}}",
                "{}                                    | {requests: {cpu: '1'}}                | {requests: {cpu:"
                        + " '1'}}",
                "{requests: {cpu: '1', memory: 1Gi}}   | {requests: {cpu: '2'}}                | {requests: {cpu: '2',"
                        + " memory: 1Gi}}",
                "{requests: {cpu: '1'}}                | {requests: {cpu: '2'}, limits: {cpu: '3'}} | {requests: {cpu:"
                        + " '2'}, limits: {cpu: '3'}}",
                // Only the limit, below the runtime's request: the request follows (PIPE-27).
                "{requests: {cpu: '4'}}                | {limits: {cpu: '2'}}                  | {requests: {cpu:"
                        + " '2'}, limits: {cpu: '2'}}",
                "{requests: {cpu: '1'}}                | {limits: {cpu: '2'}}                  | {requests: {cpu:"
                        + " '1'}, limits: {cpu: '2'}}",
                "{requests: {memory: 2Gi}}             | {limits: {memory: 2048Mi}}            | {requests: {memory:"
                        + " 2Gi}, limits: {memory: 2048Mi}}",
                // Only the request, above the runtime's limit: the limit follows.
                "{limits: {cpu: 500m}}                 | {requests: {cpu: '1'}}                | {requests: {cpu:"
                        + " '1'}, limits: {cpu: '1'}}",
                "{limits: {cpu: '2'}}                  | {requests: {cpu: 1500m}}              | {requests: {cpu:"
                        + " 1500m}, limits: {cpu: '2'}}",
                // No limit and an ordinary resource: none is made.
                "{}                                    | {requests: {memory: 1Gi}}             | {requests: {memory:"
                        + " 1Gi}}",
                // Extended resources and huge pages: both sides are equal.
                "{requests: {a.io/x: '1'}, limits: {a.io/x: '1'}} | {limits: {a.io/x: '2'}}    | {requests: {a.io/x:"
                        + " '2'}, limits: {a.io/x: '2'}}",
                "{requests: {a.io/x: '4'}, limits: {a.io/x: '4'}} | {limits: {a.io/x: '2'}}    | {requests: {a.io/x:"
                        + " '2'}, limits: {a.io/x: '2'}}",
                "{limits: {a.io/x: '4'}}               | {requests: {a.io/x: '2'}}             | {requests: {a.io/x:"
                        + " '2'}, limits: {a.io/x: '2'}}",
                "{}                                    | {requests: {a.io/x: '2'}}             | {requests: {a.io/x:"
                        + " '2'}, limits: {a.io/x: '2'}}",
                "{}                                    | {limits: {a.io/x: '2'}}               | {limits: {a.io/x:"
                        + " '2'}}",
                "{}                                    | {requests: {hugepages-2Mi: 4Mi}}      | {requests:"
                        + " {hugepages-2Mi: 4Mi}, limits: {hugepages-2Mi: 4Mi}}",
                "{limits: {hugepages-2Mi: 2Mi}}        | {requests: {hugepages-2Mi: 4Mi}}      | {requests:"
                        + " {hugepages-2Mi: 4Mi}, limits: {hugepages-2Mi: 4Mi}}",
                // What the user sets on both sides is his own affair, also when it is wrong.
                "{}                                    | {requests: {cpu: '2'}, limits: {cpu: '1'}} | {requests: {cpu:"
                        + " '2'}, limits: {cpu: '1'}}",
                // A pair of the runtime that the user does not name stays, however odd.
                "{requests: {cpu: '4'}, limits: {cpu: '2'}} | {limits: {memory: 1Gi}}          | {requests: {cpu:"
                        + " '4'}, limits: {cpu: '2', memory: 1Gi}}",
                // Claims merge by name and are kept (PIPE-26).
                "{claims: [{name: a}, {name: b}]}      | {claims: [{name: b, request: r}, {name: c}]} | {claims:"
                        + " [{name: a}, {name: b, request: r}, {name: c}]}",
                "{claims: [{name: a}]}                 | {limits: {cpu: '1'}}                  | {limits: {cpu: '1'},"
                        + " claims: [{name: a}]}",
                // Fields that nobody knows yet stay.
                "{future: {a: 1}}                      | {limits: {cpu: '1'}}                  | {future: {a: 1},"
                        + " limits: {cpu: '1'}}",
            })
    void mergesByKeyAndKeepsPairsConsistent(String base, String override, String expected) {
        assertThat(merge(base, override)).isEqualTo(tree(expected));
    }

    @Test
    void theBaseIsNotChanged() {
        Map<String, Object> base = tree("{requests: {cpu: '4'}, limits: {cpu: '4'}, claims: [{name: a}]}");
        Map<String, Object> before = copy(base);
        ResourceMerge.merge(
                base, read("{limits: {cpu: '1'}, claims: [{name: a, request: r}]}", ResourceRequirements.class));
        assertThat(base).isEqualTo(before);
    }

    private static Map<String, Object> merge(String base, String override) {
        return ResourceMerge.merge(tree(base), read(override, ResourceRequirements.class));
    }
}
