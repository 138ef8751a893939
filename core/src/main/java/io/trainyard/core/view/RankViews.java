package io.trainyard.core.view;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Finds out which processes a job has, and what is known of each. Pure. */
final class RankViews {
    /** How torchrun is told of the number of processes of a node. */
    private static final String PROCESSES = "PET_NPROC_PER_NODE";

    /** More than that are not shown unless they report. */
    private static final int MAX_SILENT = 4096;

    private RankViews() {}

    static List<RankView> of(JobObjects objects, List<StepView> steps, List<NodeView> nodes) {
        Optional<Integer> processes = processes(objects.pods());
        Map<Integer, NodeView> training = new TreeMap<>();
        List<String> trainers = steps.stream()
                .filter(step -> step.role() == StepView.Role.TRAINER)
                .map(StepView::name)
                .toList();
        nodes.stream()
                .filter(node -> trainers.contains(node.step()) && !node.deleting())
                .forEach(node -> training.merge(
                        node.index(), node, (one, other) -> other.attempt() >= one.attempt() ? other : one));
        Map<Integer, RankReport> reports = new TreeMap<>();
        objects.reports().forEach(report -> reports.put(report.rank(), report));
        int silent = Math.min(
                MAX_SILENT, processes.map(each -> each * training.size()).orElse(0));
        int size = Math.max(silent, 0);
        List<RankView> ranks = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            ranks.add(of(rank, Optional.ofNullable(reports.get(rank)), processes, training, objects));
        }
        reports.forEach((rank, report) -> {
            if (rank >= size) {
                ranks.add(of(rank, Optional.of(report), processes, training, objects));
            }
        });
        return ranks;
    }

    private static RankView of(
            int rank,
            Optional<RankReport> report,
            Optional<Integer> processes,
            Map<Integer, NodeView> training,
            JobObjects objects) {
        Optional<Integer> node = report.flatMap(RankReport::node).or(() -> processes.map(each -> rank / each));
        Optional<NodeView> pod = node.map(training::get);
        return new RankView(
                rank,
                node,
                pod.map(NodeView::pod),
                pod.flatMap(NodeView::host),
                report.map(RankReport::received),
                report.map(known -> Duration.between(known.received(), objects.now())),
                report.flatMap(RankReport::step),
                report.flatMap(RankReport::stepTime),
                report.flatMap(RankReport::worldSize));
    }

    /** Processes of one node, where that is a number. */
    static Optional<Integer> processes(List<Pod> pods) {
        return pods.stream()
                .flatMap(pod ->
                        pod.getSpec() == null ? Stream.<Container>empty() : pod.getSpec().getContainers().stream())
                .flatMap(container -> container.getEnv().stream())
                .filter(variable -> PROCESSES.equals(variable.getName()))
                .map(EnvVar::getValue)
                .filter(Objects::nonNull)
                .map(Numbers::ofText)
                .filter(number -> number > 0)
                .findFirst();
    }
}
