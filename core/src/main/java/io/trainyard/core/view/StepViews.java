package io.trainyard.core.view;

import io.trainyard.core.jobset.JobSet;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.JobStatus;
import io.trainyard.spi.model.TrainerApi;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Finds out where each replicated job of a TrainJob is. Pure. */
final class StepViews {
    private StepViews() {}

    /** What is known of the counters of a replicated job, from the JobSet or, when that is gone, from the TrainJob. */
    private record Counters(int active, int succeeded, int failed, int suspended) {}

    static List<StepView> of(JobObjects objects, List<NodeView> nodes) {
        Map<String, Counters> counters = counters(objects);
        Map<String, Map<String, Object>> templates = new LinkedHashMap<>();
        objects.jobSet()
                .map(JobSet::replicatedJobs)
                .orElse(List.of())
                .forEach(job -> templates.put(Tree.text(job, "name"), job));
        List<String> names = new ArrayList<>(templates.keySet());
        counters.keySet().stream().filter(name -> !names.contains(name)).forEach(names::add);
        nodes.stream()
                .map(NodeView::step)
                .filter(name -> !name.isEmpty() && !names.contains(name))
                .distinct()
                .forEach(names::add);
        return names.stream()
                .map(name -> step(
                        name, templates.getOrDefault(name, Map.of()), Optional.ofNullable(counters.get(name)), nodes))
                .sorted(Comparator.comparing(StepView::role))
                .toList();
    }

    private static Map<String, Counters> counters(JobObjects objects) {
        Map<String, Counters> counters = new LinkedHashMap<>();
        for (JobStatus job : objects.trainJob().statusOrEmpty().jobsStatus()) {
            counters.put(job.name(), new Counters(job.active(), job.succeeded(), job.failed(), job.suspended()));
        }
        objects.jobSet().ifPresent(jobSet -> jobSet.statusOrEmpty()
                .replicatedJobsStatus()
                .forEach(job -> counters.put(
                        job.name(), new Counters(job.active(), job.succeeded(), job.failed(), job.suspended()))));
        return counters;
    }

    private static StepView step(
            String name, Map<String, Object> template, Optional<Counters> counters, List<NodeView> nodes) {
        List<NodeView> ofStep =
                nodes.stream().filter(node -> name.equals(node.step())).toList();
        int newest = ofStep.stream().mapToInt(NodeView::attempt).max().orElse(0);
        List<NodeView> present = ofStep.stream()
                .filter(node -> node.attempt() == newest && !node.deleting())
                .toList();
        StepView.State state = state(counters, present);
        boolean over = state == StepView.State.SUCCEEDED || state == StepView.State.FAILED;
        boolean placed = !present.isEmpty()
                && present.stream().allMatch(node -> node.scheduled().isPresent());
        return new StepView(
                name,
                role(name, template),
                state,
                pods(template, present),
                (int) present.stream()
                        .filter(node -> node.ready() || node.phase().equals("Succeeded"))
                        .count(),
                ofStep.stream().mapToInt(NodeView::restarts).sum(),
                first(present, node -> Optional.of(node.created())),
                placed ? last(present, NodeView::scheduled) : Optional.empty(),
                first(present, NodeView::started),
                over ? last(present, StepViews::ended) : Optional.empty());
    }

    private static Optional<Instant> ended(NodeView node) {
        return node.containers().stream()
                .flatMap(container -> container.ended().stream())
                .max(Instant::compareTo);
    }

    private static Optional<Instant> first(List<NodeView> nodes, Function<NodeView, Optional<Instant>> time) {
        return nodes.stream().flatMap(node -> time.apply(node).stream()).min(Instant::compareTo);
    }

    private static Optional<Instant> last(List<NodeView> nodes, Function<NodeView, Optional<Instant>> time) {
        return nodes.stream().flatMap(node -> time.apply(node).stream()).max(Instant::compareTo);
    }

    private static StepView.State state(Optional<Counters> counters, List<NodeView> present) {
        if (counters.filter(known -> known.failed() > 0).isPresent()) {
            return StepView.State.FAILED;
        }
        if (counters.filter(known -> known.succeeded() > 0 && known.active() == 0)
                .isPresent()) {
            return StepView.State.SUCCEEDED;
        }
        if (counters.filter(known -> known.suspended() > 0).isPresent()) {
            return StepView.State.SUSPENDED;
        }
        if (present.stream().anyMatch(node -> node.phase().equals("Running"))) {
            return StepView.State.RUNNING;
        }
        boolean over = !present.isEmpty() && present.stream().allMatch(NodeView::isOver);
        if (over) {
            return present.stream().anyMatch(node -> node.phase().equals("Failed"))
                    ? StepView.State.FAILED
                    : StepView.State.SUCCEEDED;
        }
        return StepView.State.WAITING;
    }

    private static int pods(Map<String, Object> template, List<NodeView> present) {
        Optional<Integer> ofJob = Tree.wholeNumber(template, "template", "spec", "parallelism");
        int jobs = Tree.wholeNumber(template, "replicas").orElse(1);
        return ofJob.map(pods -> pods * jobs).orElseGet(present::size);
    }

    /** The label says it; a runtime without labels, and what is left when its JobSet is gone, is told by the usual names. */
    private static StepView.Role role(String name, Map<String, Object> template) {
        if (name.equals(TrainerApi.LAUNCHER)) {
            return StepView.Role.LAUNCHER;
        }
        String label = Tree.string(template, "template", "metadata", "labels", TrainerApi.ANCESTOR_LABEL)
                .or(() -> Tree.string(
                        template, "template", "spec", "template", "metadata", "labels", TrainerApi.ANCESTOR_LABEL))
                .orElse(name);
        return switch (label) {
            case TrainerApi.ANCESTOR_DATASET_INITIALIZER -> StepView.Role.DATASET_INITIALIZER;
            case TrainerApi.ANCESTOR_MODEL_INITIALIZER -> StepView.Role.MODEL_INITIALIZER;
            case TrainerApi.ANCESTOR_TRAINER, TrainerApi.NODE -> StepView.Role.TRAINER;
            default -> name.equals(TrainerApi.NODE) ? StepView.Role.TRAINER : StepView.Role.OTHER;
        };
    }
}
