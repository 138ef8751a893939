package io.trainyard.spi.component;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What one plugin builds for a TrainJob. Immutable; the objects in it belong to the host once returned.
 *
 * @param components the objects that should exist; empty when there is nothing to do. An object that is no longer named is left alone
 * @param events what the user should be told; empty when all is well
 */
public record Components(List<Component> components, List<WarningEvent> events) {
    private static final Components NONE = new Components(List.of(), List.of());

    public Components {
        components = List.copyOf(components);
        events = List.copyOf(events);
    }

    /** Nothing. */
    public static Components none() {
        return NONE;
    }

    /** Objects that are kept as they are built. */
    public static Components of(HasMetadata... objects) {
        return new Components(Arrays.stream(objects).map(Component::of).toList(), List.of());
    }

    /** Objects with their own rules of change. */
    public static Components of(List<Component> components) {
        return new Components(components, List.of());
    }

    /** These and one more. */
    public Components and(Component component) {
        return new Components(
                Stream.concat(components.stream(), Stream.of(component)).toList(), events);
    }

    /** These with one more thing to tell. */
    public Components and(WarningEvent event) {
        return new Components(
                components, Stream.concat(events.stream(), Stream.of(event)).toList());
    }
}
