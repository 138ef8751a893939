package io.trainyard.core.jobset;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.smallrye.mutiny.Uni;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.TerminalCondition;
import io.trainyard.spi.extension.WatchExtension;
import io.trainyard.spi.model.JobStatus;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.result.TerminalState;
import io.trainyard.spi.watch.WatchSpec;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Runs TrainJobs through JobSet: builds the JobSet, watches it, and reads from it how the job goes. Implements the extension points as any other
 * plugin does, but is always there.
 */
public final class JobSetPlugin implements ComponentBuilder, TerminalCondition, WatchExtension {
    /** Condition types of a JobSet that end it. */
    private static final String COMPLETED = "Completed";

    private static final String FAILED = "Failed";

    private final Function<TrainJob, Optional<JobSet>> observed;

    /**
     * A plugin that sees the JobSets of a cluster.
     *
     * @param observed the JobSet that belongs to a TrainJob, as far as is known; must not block. Always empty where there is no cluster
     */
    public JobSetPlugin(Function<TrainJob, Optional<JobSet>> observed) {
        this.observed = observed;
    }

    @Override
    public String name() {
        return "jobset";
    }

    @Override
    public List<WatchSpec<?>> watches() {
        return List.of(WatchSpec.ownedBy(JobSet.class));
    }

    @Override
    public Uni<Components> build(Request request) {
        JobSet jobSet = JobSetBuilder.build(request.trainJob(), request.info(), observed.apply(request.trainJob()));
        return Uni.createFrom().item(Components.of(jobSet));
    }

    @Override
    public Optional<TerminalState> terminalCondition(TrainJob trainJob) {
        return observed.apply(trainJob).map(JobSetPlugin::state);
    }

    /** True when the JobSet has completed or failed. */
    public static boolean hasEnded(JobSet jobSet) {
        return jobSet.statusOrEmpty().whenTrue(COMPLETED).isPresent()
                || jobSet.statusOrEmpty().whenTrue(FAILED).isPresent();
    }

    /** What a JobSet says of its TrainJob: conditions count, {@code terminalState} does not. */
    static TerminalState state(JobSet jobSet) {
        JobSetStatus status = jobSet.statusOrEmpty();
        Optional<Condition> terminal = status.whenTrue(COMPLETED)
                .map(condition -> renamed(condition, TrainerApi.CONDITION_COMPLETE))
                .or(() -> status.whenTrue(FAILED).map(condition -> renamed(condition, TrainerApi.CONDITION_FAILED)));
        List<JobStatus> jobs = status.replicatedJobsStatus().stream()
                .map(job -> new JobStatus(
                        job.name(), job.ready(), job.succeeded(), job.failed(), job.active(), job.suspended()))
                .toList();
        return new TerminalState(terminal, Optional.of(jobs));
    }

    /** Reason, message and time are copied word for word. */
    private static Condition renamed(Condition condition, String type) {
        return new ConditionBuilder()
                .withType(type)
                .withStatus("True")
                .withReason(condition.getReason())
                .withMessage(condition.getMessage() == null ? "" : condition.getMessage())
                .withLastTransitionTime(condition.getLastTransitionTime())
                .build();
    }
}
