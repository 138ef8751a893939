package io.trainyard.bench;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.function.Consumer;

/**
 * Is told of each state of each object that there is, and of no deletion.
 *
 * @param consumer runs on the informer's thread
 * @param <T> the kind
 */
public record StateHandler<T extends HasMetadata>(Consumer<T> consumer) implements ResourceEventHandler<T> {
    @Override
    public void onAdd(T object) {
        consumer.accept(object);
    }

    @Override
    public void onUpdate(T before, T object) {
        consumer.accept(object);
    }

    @Override
    public void onDelete(T object, boolean unknown) {
        // What has come so far does not become less, and whoever deletes knows.
    }
}
