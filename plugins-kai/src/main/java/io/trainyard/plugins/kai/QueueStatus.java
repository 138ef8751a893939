package io.trainyard.plugins.kai;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * What KAI says of a queue.
 *
 * @param childQueues names of the queues below it; empty for a leaf, and only leaves take jobs
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record QueueStatus(List<String> childQueues) {
    public QueueStatus {
        childQueues = childQueues == null ? List.of() : List.copyOf(childQueues);
    }
}
