package io.trainyard.local.client.cache;

import java.util.List;
import java.util.Map;

/** Is kept up to date by a {@link Reflector}, on the context on which that was started. Objects may be shared: never change them. */
public interface ReflectorStore {
    /**
     * These are all objects that there are; others are gone.
     *
     * @param resourceVersion of the list; empty when the kind is not served, and so has no objects
     */
    void replace(List<Map<String, Object>> objects, String resourceVersion);

    /** An object was added or modified. */
    void put(Map<String, Object> object);

    /** An object is gone; {@code object} is its last state. */
    void delete(Map<String, Object> object);
}
