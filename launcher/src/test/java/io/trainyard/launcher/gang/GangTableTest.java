package io.trainyard.launcher.gang;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The worked table of who is in the gang, through every scheduler's plugin to the objects that are sent. */
final class GangTableTest {
    /**
     * A row of the table.
     *
     * @param gangs each PodGroup without the hash of its name, its minimum and its pods
     * @param alone jobs whose pods are scheduled one by one
     */
    private record Row(String jobs, boolean inOrder, List<String> gangs, List<String> alone) {
        @Override
        public String toString() {
            return jobs + (inOrder ? " in order" : "");
        }
    }

    private static final List<Row> TABLE = List.of(
            anyOrder("node:4", "run 4 node"),
            anyOrder("data:1 node:4", "run 5 data,node"),
            anyOrder("data:1 model:1 node:4<data<model", "run 4 node", "data", "model"),
            anyOrder("node:3 launcher:1~node", "run 3 node,launcher"),
            anyOrder("launcher:1 node:3", "run 4 launcher,node"),
            anyOrder("cache:2 init:1~cache node:4<init", "run 4 node", "cache", "init"),
            new Row("a:2 b:3", true, List.of("run 2 a", "run-l1 3 b"), List.of()),
            anyOrder("node:4/2", "run 2 node"),
            anyOrder("node:2x3", "run 6 node"));

    static Stream<Arguments> rowsAndSchedulers() {
        return TABLE.stream()
                .flatMap(row -> Arrays.stream(Scheduler.values()).map(scheduler -> Arguments.of(scheduler, row)));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("rowsAndSchedulers")
    @DisplayName("who is counted, who is marked, and who is placed alone"
            + " (GANG-20, GANG-30 to GANG-39, GANG-41, COSCH-01, VOLC-01, VOLC-14, KAI-24)")
    void theWorkedTable(Scheduler scheduler, Row row) {
        CompiledGangs gangs = CompiledGangs.of(scheduler, Template.of(row.jobs(), row.inOrder()));

        List<String> expected = new ArrayList<>(row.gangs());
        if (scheduler.groupsEveryPod()) {
            row.alone().forEach(job -> expected.add("run-" + job + " 1 " + job));
        }
        assertThat(groups(gangs)).containsExactlyElementsOf(expected);
        assertThat(unmarked(gangs)).containsExactlyElementsOf(scheduler.groupsEveryPod() ? List.of() : row.alone());
    }

    private static List<String> groups(CompiledGangs gangs) {
        return gangs.minimums().entrySet().stream()
                .map(group -> group.getKey().replaceAll("-[0-9a-f]{8}$", "") + " " + group.getValue() + " "
                        + marked(gangs, Optional.of(group.getKey())).collect(Collectors.joining(",")))
                .toList();
    }

    private static List<String> unmarked(CompiledGangs gangs) {
        return marked(gangs, Optional.empty()).toList();
    }

    private static Stream<String> marked(CompiledGangs gangs, Optional<String> group) {
        return gangs.replicatedJobs().stream()
                .filter(job -> gangs.group(job).equals(group))
                .map(CompiledGangs::name);
    }

    private static Row anyOrder(String jobs, String gang, String... alone) {
        return new Row(jobs, false, List.of(gang), List.of(alone));
    }
}
