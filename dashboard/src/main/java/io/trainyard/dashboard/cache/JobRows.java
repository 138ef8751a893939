package io.trainyard.dashboard.cache;

import io.trainyard.core.view.Cause;
import io.trainyard.core.view.JobDetails;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.JobState;
import io.trainyard.core.view.JobSummaries;
import io.trainyard.core.view.JobSummary;
import io.trainyard.core.view.NodeView;
import io.trainyard.core.view.StepView;
import io.trainyard.core.why.Causes;
import io.trainyard.dashboard.view.JobRow;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainerApi;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the line of a job in lists: not from the TrainJob alone, which says Running while its containers crash. Pure. */
final class JobRows {
    static final String OWNER_ANNOTATION = "trainyard.dev/owner";
    private static final String FRAMEWORK_LABEL = "trainer.kubeflow.org/framework";

    /** What is worth a line although nobody has to do anything about it. */
    private static final Set<Cause.Kind> WORTH_A_LINE =
            Set.of(Cause.Kind.QUEUED, Cause.Kind.SUSPENDED, Cause.Kind.MANAGED_BY_OTHER);

    private JobRows() {}

    /**
     * The row of a job.
     *
     * @param objects the TrainJob, its JobSet and pods, as far as is known
     * @param runtime the runtime that it names; empty when there is none
     * @param before the row until now; empty for a new job
     */
    static JobRow of(JobObjects objects, Optional<RuntimeResource> runtime, Optional<JobRow> before) {
        JobSummary summary = JobSummaries.of(objects.trainJob());
        Cause cause = Causes.of(objects);
        // Whether nobody has looked at it shows after a time, and nothing changes then that would make a new row.
        boolean problem = cause.kind().isProblem() && cause.kind() != Cause.Kind.NOT_RECONCILED;
        String why = problem || WORTH_A_LINE.contains(cause.kind()) ? cause.message() : summary.message();
        Map<String, String> ofRuntime =
                runtime.map(found -> labels(found.getMetadata().getLabels())).orElse(Map.of());
        return new JobRow(
                summary,
                why,
                problem,
                ofRuntime.getOrDefault(FRAMEWORK_LABEL, ""),
                "deprecated".equals(ofRuntime.get(TrainerApi.SUPPORT_LABEL)),
                labels(objects.trainJob().getMetadata().getAnnotations()).getOrDefault(OWNER_ANNOTATION, ""),
                labels(objects.trainJob().getMetadata().getLabels()),
                Devices.of(objects.jobSet(), objects.pods(), summary.state().isOver()),
                running(objects, summary, before));
    }

    /** Pods of an earlier attempt are gone, so what was known once is kept. */
    private static Optional<Instant> running(JobObjects objects, JobSummary summary, Optional<JobRow> before) {
        Optional<Instant> known =
                before.filter(row -> row.summary().uid().equals(summary.uid())).flatMap(JobRow::running);
        if (known.isPresent() || summary.state() == JobState.CREATED || summary.state() == JobState.PENDING) {
            return known;
        }
        List<StepView> training = JobDetails.steps(objects).stream()
                .filter(step -> step.role() == StepView.Role.TRAINER)
                .toList();
        List<String> names = training.stream().map(StepView::name).toList();
        List<NodeView> nodes = JobDetails.nodes(objects).stream()
                .filter(node -> names.contains(node.step()))
                .toList();
        int pods = training.stream().mapToInt(StepView::pods).sum();
        boolean all = !nodes.isEmpty()
                && nodes.size() >= pods
                && nodes.stream().allMatch(node -> node.started().isPresent());
        return all ? nodes.stream().flatMap(node -> node.started().stream()).max(Instant::compareTo) : Optional.empty();
    }

    private static Map<String, String> labels(@Nullable Map<String, String> labels) {
        return Objects.requireNonNullElse(labels, Map.of());
    }
}
