package io.trainyard.core.jobset;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.trainyard.spi.model.JobStatus;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.result.TerminalState;
import java.util.List;
import java.util.Optional;

/** What a JobSet says of its TrainJob. Pure. */
final class JobSetState {
    private JobSetState() {}

    /** How the TrainJob goes: the JobSet's conditions count, its {@code terminalState} does not. */
    static TerminalState of(JobSet jobSet) {
        JobSetStatus status = jobSet.statusOrEmpty();
        Optional<Condition> terminal = status.whenTrue(JobSetStatus.COMPLETED)
                .map(condition -> renamed(condition, TrainerApi.CONDITION_COMPLETE))
                .or(() -> status.whenTrue(JobSetStatus.FAILED)
                        .map(condition -> renamed(condition, TrainerApi.CONDITION_FAILED)));
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
