package io.trainyard.core.compile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;

/**
 * What should exist for a TrainJob.
 *
 * @param info the final view, frozen
 * @param objects the objects with their owner, in the order in which they are to be applied (JOBSET-16)
 * @param warnings what a user should know although the job is built
 */
public record CompiledJob(RuntimeInfo info, List<HasMetadata> objects, List<Warning> warnings) {
    /**
     * Something that a user should know.
     *
     * @param reason reason of the event, in one word
     * @param message what is so, in a sentence that begins with the field or the container
     */
    public record Warning(String reason, String message) {}

    public CompiledJob {
        objects = List.copyOf(objects);
        warnings = List.copyOf(warnings);
    }
}
