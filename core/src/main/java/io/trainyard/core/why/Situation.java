package io.trainyard.core.why;

import io.trainyard.core.view.Cause;
import io.trainyard.core.view.EventView;
import io.trainyard.core.view.JobDetails;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.JobState;
import io.trainyard.core.view.JobSummaries;
import io.trainyard.core.view.JobSummary;
import io.trainyard.core.view.NodeView;
import io.trainyard.core.view.StepView;
import io.trainyard.foundation.time.Ages;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A job as the causes look at it.
 *
 * @param objects what is known
 * @param summary the same in short
 * @param steps its replicated jobs
 * @param nodes its pods that are there to stay, those of the training last
 * @param events oldest first
 * @param heard what plugins say now of its gangs that wait; empty where nobody can ask them
 */
record Situation(
        JobObjects objects,
        JobSummary summary,
        List<StepView> steps,
        List<NodeView> nodes,
        List<EventView> events,
        Optional<List<String>> heard) {
    private static final Set<String> REASONS =
            Stream.of(Cause.Kind.values()).map(Cause.Kind::reason).collect(Collectors.toUnmodifiableSet());

    static Situation of(JobObjects objects, Optional<List<String>> heard) {
        List<StepView> steps = JobDetails.steps(objects);
        List<String> order = steps.stream().map(StepView::name).toList();
        List<NodeView> nodes = JobDetails.nodes(objects).stream()
                .filter(node -> !node.deleting())
                .sorted(Comparator.comparingInt((NodeView node) -> order.indexOf(node.step()))
                        .thenComparingInt(NodeView::jobIndex)
                        .thenComparingInt(NodeView::index))
                .toList();
        return new Situation(
                objects, JobSummaries.of(objects.trainJob()), steps, nodes, JobDetails.events(objects), heard);
    }

    JobState state() {
        return summary.state();
    }

    /** True when it is asked to run and has as many nodes as it needs: what some pods still wait for does not keep it. */
    boolean trains() {
        return state() == JobState.RUNNING;
    }

    /** When the oldest of the pods that have no machine yet was created; empty when all have one. */
    Optional<Instant> waitingSince() {
        return nodes.stream()
                .filter(node -> node.host().isEmpty() && !node.isOver())
                .map(NodeView::created)
                .min(Comparator.naturalOrder());
    }

    /** How long ago that was, for people. */
    String ago(Instant time) {
        return age(time) + " ago";
    }

    /** How long that has been so, for people. */
    String age(Instant time) {
        return Ages.of(Duration.between(time, objects.now()));
    }

    /** Warnings about objects of one of these kinds, the newest first; but those that told of a cause before, since they prove nothing. */
    Stream<EventView> warnings(List<String> kinds) {
        return events.stream()
                .filter(event -> event.warning() && kinds.contains(event.kind()) && !tellsOfACause(event))
                .sorted(Comparator.comparing(EventView::at).reversed());
    }

    private static boolean tellsOfACause(EventView event) {
        return event.kind().equals("TrainJob") && REASONS.contains(event.reason());
    }

    /** The newest event of a pod. */
    Optional<EventView> newest(NodeView node) {
        return events.stream()
                .filter(event -> event.kind().equals("Pod") && event.object().equals(node.pod()))
                .reduce((earlier, later) -> later);
    }

    /** How a pod is called in a sentence, with how many others share its lot. */
    static String named(List<NodeView> nodes) {
        String first = "pod " + nodes.get(0).pod();
        return switch (nodes.size()) {
            case 1 -> first;
            case 2 -> first + " and another one";
            default -> first + " and " + (nodes.size() - 1) + " others";
        };
    }

    /** What comes after {@code kubectl events} for those of the TrainJob. */
    String eventsOption() {
        return " --for trainjob/" + summary.name() + " -n " + summary.namespace();
    }

    /** Namespace and name as kubectl takes them. */
    String kubectlName() {
        return summary.name() + " -n " + summary.namespace();
    }
}
