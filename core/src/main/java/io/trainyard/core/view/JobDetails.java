package io.trainyard.core.view;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Puts together what a person sees of one job. Pure. */
public final class JobDetails {
    private JobDetails() {}

    /**
     * The view of a job.
     *
     * @param objects what is known of it
     * @param why why it stands where it does; see {@code io.trainyard.core.why.Causes}
     */
    public static JobDetail of(JobObjects objects, Optional<Cause> why) {
        List<StepView> steps = steps(objects);
        List<String> order = steps.stream().map(StepView::name).toList();
        List<NodeView> nodes = nodes(objects).stream()
                .sorted(Comparator.comparingInt((NodeView node) -> position(order, node.step()))
                        .thenComparing(NodeView::step)
                        .thenComparingInt(NodeView::jobIndex)
                        .thenComparingInt(NodeView::index)
                        .thenComparingInt(NodeView::attempt)
                        .thenComparing(NodeView::created))
                .toList();
        return new JobDetail(
                JobSummaries.of(objects.trainJob()),
                JobSummaries.conditions(objects.trainJob()),
                steps,
                nodes,
                RankViews.of(objects, steps, nodes),
                EventViews.of(objects.events(), objects.now()),
                attempts(objects, nodes),
                why);
    }

    /** The steps of a job, in the order in which they run. */
    public static List<StepView> steps(JobObjects objects) {
        return StepViews.of(objects, nodes(objects));
    }

    /** The pods of a job, in no special order. */
    public static List<NodeView> nodes(JobObjects objects) {
        return objects.pods().stream().map((Pod pod) -> NodeViews.of(pod)).toList();
    }

    /** What happened to a job, oldest first. */
    public static List<EventView> events(JobObjects objects) {
        return EventViews.of(objects.events(), objects.now());
    }

    private static int position(List<String> order, String step) {
        int index = order.indexOf(step);
        return index < 0 ? order.size() : index;
    }

    private static int attempts(JobObjects objects, List<NodeView> nodes) {
        int ofPods = nodes.stream().mapToInt(node -> node.attempt() + 1).max().orElse(0);
        int ofJobSet = objects.jobSet()
                .map(jobSet -> 1 + Numbers.orZero(jobSet.statusOrEmpty().restarts()))
                .orElse(0);
        return Math.max(ofPods, ofJobSet);
    }
}
