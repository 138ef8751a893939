package io.trainyard.local.client.cache;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Is told of every change of an {@link Indexer}, after the indexer has it. */
@FunctionalInterface
public interface ResourceEventHandler {
    /**
     * An object was added, updated or deleted.
     *
     * @param before null when it was added; the last state that is known when it was deleted
     * @param after null when it was deleted
     */
    void changed(@Nullable Map<String, Object> before, @Nullable Map<String, Object> after);
}
