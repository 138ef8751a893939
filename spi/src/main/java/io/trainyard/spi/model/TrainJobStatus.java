package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What became of the job. Never written as an empty object.
 *
 * @param conditions Suspended, Complete, Failed, in the order in which they were first set; empty when none
 * @param jobsStatus counters for each replicated job; empty when the JobSet has not reported
 * @param trainerStatus progress reported by the program, or null
 * @param phase where the job is in its life, in one word, or null
 * @param state the same with what the job waits for, in a sentence for people; null where the phase says all
 * @param nodes trainer pods that the JobSet asks for, or null
 * @param readyNodes trainer pods that are ready, or null
 * @param selector label selector of the trainer pods, for the scale subresource, or null
 * @param observedGeneration generation that this status speaks of, or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record TrainJobStatus(
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Condition> conditions,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<JobStatus> jobsStatus,
        @Nullable TrainerStatus trainerStatus,
        @Nullable String phase,
        @Nullable String state,
        @Nullable Integer nodes,
        @Nullable Integer readyNodes,
        @Nullable String selector,
        @Nullable Long observedGeneration) {
    public TrainJobStatus {
        conditions = conditions == null ? List.of() : List.copyOf(conditions);
        jobsStatus = jobsStatus == null ? List.of() : List.copyOf(jobsStatus);
    }

    /** A status without a sentence for people. */
    public TrainJobStatus(
            List<Condition> conditions,
            List<JobStatus> jobsStatus,
            @Nullable TrainerStatus trainerStatus,
            @Nullable String phase,
            @Nullable Integer nodes,
            @Nullable Integer readyNodes,
            @Nullable String selector,
            @Nullable Long observedGeneration) {
        this(conditions, jobsStatus, trainerStatus, phase, null, nodes, readyNodes, selector, observedGeneration);
    }

    /** A status that says nothing; never written to the API server. */
    public static final TrainJobStatus EMPTY =
            new TrainJobStatus(List.of(), List.of(), null, null, null, null, null, null, null);

    /** The condition of that type, if there is one. */
    public Optional<Condition> condition(String type) {
        return conditions.stream()
                .filter(condition -> type.equals(condition.getType()))
                .findFirst();
    }

    /** True when the condition of that type exists and is True. */
    public boolean isTrue(String type) {
        for (Condition condition : conditions) {
            if (type.equals(condition.getType())) {
                return "True".equals(condition.getStatus());
            }
        }
        return false;
    }

    /** True when the job ended, well or badly. */
    @JsonIgnore
    public boolean isFinished() {
        return isTrue(TrainerApi.CONDITION_COMPLETE) || isTrue(TrainerApi.CONDITION_FAILED);
    }
}
