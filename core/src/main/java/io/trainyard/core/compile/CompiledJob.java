package io.trainyard.core.compile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Notice;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;

/**
 * What should exist for a TrainJob.
 *
 * @param info the final view, frozen
 * @param components the objects with their owner, in the order in which they are to be applied
 * @param warnings what a user should know although the job is built; told when the JobSet is created
 * @param notices what plugins found in the cluster that a user should know; told whenever it is so
 */
public record CompiledJob(RuntimeInfo info, List<Component> components, List<Warning> warnings, List<Notice> notices) {
    /**
     * Something that a user should know.
     *
     * @param reason reason of the event, in one word
     * @param message what is so, in a sentence that begins with the field or the container
     */
    public record Warning(String reason, String message) {}

    public CompiledJob {
        components = List.copyOf(components);
        warnings = List.copyOf(warnings);
        notices = List.copyOf(notices);
    }

    /** The objects that should exist, without their rules of change. */
    public List<HasMetadata> objects() {
        return components.stream()
                .filter(component -> component.change() != Component.Change.ABSENT)
                .map(Component::object)
                .toList();
    }
}
