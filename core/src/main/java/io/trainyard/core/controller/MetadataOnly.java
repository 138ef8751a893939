package io.trainyard.core.controller;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.function.UnaryOperator;

/**
 * Keeps name, labels and owners of an object, in an otherwise empty one of its kind: what is secret must not lie in a cache.
 *
 * @param type the kind; its class has a public constructor without parameters, as all model classes do
 */
record MetadataOnly<T extends HasMetadata>(Class<T> type) implements UnaryOperator<T> {
    @Override
    public T apply(T object) {
        try {
            T outline = type.getDeclaredConstructor().newInstance();
            outline.setMetadata(object.getMetadata());
            return outline;
        } catch (ReflectiveOperationException unusable) {
            throw new IllegalStateException(
                    type.getName() + " needs a public constructor without parameters to be watched", unusable);
        }
    }
}
