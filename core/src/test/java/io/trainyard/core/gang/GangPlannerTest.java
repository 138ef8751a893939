package io.trainyard.core.gang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Quantity;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.gang.Gang;
import io.trainyard.spi.gang.GangPlan;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("GangPlanner (section 1.4)")
final class GangPlannerTest {
    @ParameterizedTest(name = "{0} {1}: {2}")
    @DisplayName(
            "the worked table and its neighbours: who is counted, who is late, who goes first (GANG-30 to GANG-39)")
    @CsvSource(
            delimiter = '|',
            value = {
                "node:4                                    | AnyOrder | MAIN 4 node",
                "data:1 node:4                             | AnyOrder | MAIN 5 data,node",
                "data:1 model:1 node:4<data<model          | AnyOrder | MAIN 4 node; PROLOGUE 1 data; PROLOGUE 1 model",
                "node:3 launcher:1~node                    | AnyOrder | MAIN 3 node late launcher",
                "launcher:1 node:3                         | AnyOrder | MAIN 4 launcher,node",
                "cache:2 init:1~cache node:4<init          | AnyOrder | MAIN 4 node; PROLOGUE 1 cache; PROLOGUE 1 init",
                "a:2 b:3                                   | InOrder  | MAIN 2 a; LATER 3 b",
                // Jobs times pods (GANG-20).
                "node:2x3                                  | AnyOrder | MAIN 6 node",
                // An edge to the prologue is no level (GANG-32).
                "data:1 node:3<data launcher:1~node~data   | AnyOrder | MAIN 3 node late launcher; PROLOGUE 1 data",
                // Two single pods on one level are a gang, and what comes after it may be late again.
                "a:2 b:1~a c:1~a d:1~b                     | AnyOrder | MAIN 2 a late d; LATER 2 b,c",
                "a:1 b:1 c:1                               | InOrder  | MAIN 1 a late b,c",
                // MPI on one node: the launcher is the node (MPI-23), and a Job without pods is ready at once.
                "node:0 launcher:1~node                    | AnyOrder | MAIN 1 node,launcher",
            })
    void whoIsInWhichGang(String pods, String order, String expected) {
        RuntimeInfo info = order.equals("InOrder") ? Pods.inOrder(pods) : Pods.of(pods);

        assertThat(shown(plan(info))).isEqualTo(expected);
    }

    private static String shown(GangPlan plan) {
        return plan.gangs().stream()
                .map(gang -> gang.role() + " " + gang.minMember() + " " + String.join(",", gang.podSets())
                        + (gang.lateMembers().isEmpty() ? "" : " late " + String.join(",", gang.lateMembers())))
                .collect(Collectors.joining("; "));
    }

    @Test
    @DisplayName(
            "room is asked for all that must be there together, and for late members; not for the prologue (GANG-36, GANG-38)")
    void resourcesOfGangs() {
        GangPlan plan = plan(Pods.of("data:1 node:3<data launcher:1~node"));

        assertThat(plan.main().minResources())
                .isEqualTo(Map.of("cpu", new Quantity("4"), "memory", new Quantity("8Gi")));
        assertThat(plan.of("data").minResources()).isEmpty();
    }

    @Test
    @DisplayName("an elastic job waits for its least number of nodes, and asks for no more (GANG-21, GANG-41)")
    void elasticJobs() {
        RuntimeInfo info = Pods.of("node:4");
        info.podSet("node").orElseThrow().setMinCount(2);

        Gang main = plan(info).main();

        assertThat(main.minMember()).isEqualTo(2);
        assertThat(main.minResources()).containsEntry("cpu", new Quantity("2"));
    }

    @Test
    @DisplayName("names of further groups are those of GANG-37, at most 63 characters, and differ between TrainJobs")
    void namesOfFurtherGroups() {
        String name = plan(Pods.of("data:1 node:1<data")).of("data").podGroup();
        String longJob = "a-job-with-a-name-so-long-that-little-is-left-for-anything";

        assertThat(name).matches("run-data-[0-9a-f]{8}").isNotEqualTo(PodGroupNames.extra("run", "other-uid", "data"));
        assertThat(PodGroupNames.extra(longJob, "1", "dataset-initializer"))
                .hasSizeLessThanOrEqualTo(63)
                .matches("a-job-[a-z-]*[a-z]-dataset-initializer-[0-9a-f]{8}")
                .doesNotContain("--");
        assertThat(PodGroupNames.extra("run", "1", "x".repeat(60))).hasSize(63).startsWith("r-xxx");
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("a circle, or an unknown name, is a mistake in the template (GANG-40)")
    @CsvSource(
            delimiter = '|',
            value = {
                "a:1~b b:1~a      | depend on each other in a circle: a, b",
                "a:1~a            | depend on each other in a circle: a",
                "a:1<b b:1<c c:1~a| depend on each other in a circle: a, b, c",
                "a:1<data         | replicated job a depends on data, which does not exist; there are a",
            })
    void noOrderOfStart(String pods, String problem) {
        assertThatThrownBy(() -> plan(Pods.of(pods)))
                .isInstanceOf(InvalidTrainJobException.class)
                .hasMessageStartingWith("spec.runtimeRef: ")
                .hasMessageContaining(problem);
    }

    private static GangPlan plan(RuntimeInfo info) {
        return GangPlanner.plan("run", "uid-1", info);
    }
}
