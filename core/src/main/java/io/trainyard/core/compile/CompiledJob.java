package io.trainyard.core.compile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.WarningEvent;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import java.util.stream.Stream;

/**
 * What should exist for a TrainJob: its JobSet, and around it what plugins built. All objects have the TrainJob as their owner.
 *
 * @param info the final view, frozen
 * @param before objects that pods or their scheduler need, to be applied before the JobSet starts them, in this order
 * @param jobSet the JobSet
 * @param after the other objects, to be applied last, in this order
 * @param warnings what a user should know although the job is built; told when the JobSet is created
 * @param events what a user should know of the cluster as it is; told whenever it is so
 */
public record CompiledJob(
        RuntimeInfo info,
        List<Component> before,
        JobSet jobSet,
        List<Component> after,
        List<Warning> warnings,
        List<WarningEvent> events) {
    /**
     * Something that a user should know.
     *
     * @param reason reason of the event, in one word
     * @param message what is so, in a sentence that begins with the field or the container
     */
    public record Warning(String reason, String message) {}

    public CompiledJob {
        before = List.copyOf(before);
        after = List.copyOf(after);
        warnings = List.copyOf(warnings);
        events = List.copyOf(events);
    }

    /** What plugins built. */
    public Stream<Component> components() {
        return Stream.concat(before.stream(), after.stream());
    }

    /** The objects that should exist, in the order of applying, without their rules of change. */
    public List<HasMetadata> objects() {
        return Stream.of(present(before), Stream.of(jobSet), present(after))
                .<HasMetadata>flatMap(part -> part)
                .toList();
    }

    private static Stream<HasMetadata> present(List<Component> components) {
        return components.stream()
                .filter(component -> component.updatePolicy() != Component.UpdatePolicy.ABSENT)
                .map(Component::object);
    }
}
