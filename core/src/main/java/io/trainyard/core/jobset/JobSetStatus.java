package io.trainyard.core.jobset;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the JobSet controller reports.
 *
 * @param conditions {@code Completed}, {@code Failed}, {@code Suspended} and others; empty when none
 * @param replicatedJobsStatus counters; empty when not reported yet
 * @param restarts how often the whole set was restarted; null when not reported
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record JobSetStatus(
        List<Condition> conditions, List<ReplicatedJobStatus> replicatedJobsStatus, @Nullable Integer restarts) {
    /** Type of the condition that is True once all Jobs have succeeded; ends the JobSet. */
    static final String COMPLETED = "Completed";

    /** Type of the condition that is True once the JobSet has failed for good; ends it. */
    static final String FAILED = "Failed";

    /** Nothing reported. */
    public static final JobSetStatus EMPTY = new JobSetStatus(List.of(), List.of(), null);

    public JobSetStatus {
        conditions = conditions == null ? List.of() : List.copyOf(conditions);
        replicatedJobsStatus = replicatedJobsStatus == null ? List.of() : List.copyOf(replicatedJobsStatus);
    }

    /** The condition of that type if it is True. */
    public Optional<Condition> whenTrue(String type) {
        return conditions.stream()
                .filter(condition -> type.equals(condition.getType()) && "True".equals(condition.getStatus()))
                .findFirst();
    }
}
