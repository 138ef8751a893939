package io.trainyard.local.api.request;

import io.trainyard.foundation.field.Validation;
import io.trainyard.local.client.Resource;
import io.vertx.core.Future;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Takes part in the decision about a write, as a webhook does in a cluster. Hooks are asked in the order in which they
 * were added. They run on the event loop that owns the store and must not block it.
 */
public interface AdmissionHook {
    /** Names the hook in refusals. */
    String name();

    /** Whether the hook wants to see writes to this resource; {@code subresource} is empty for the object itself. */
    boolean handles(Resource resource, String subresource);

    /** Fills in what the user left out, by changing {@link Write#object()}. */
    default void mutate(Write write) {}

    /** The same for hooks that look at other objects, too. */
    default void mutate(Write write, StoredObjects objects) {
        mutate(write);
    }

    /**
     * Validates a write; errors refuse it. The object must not be changed any more.
     *
     * @return fails with an {@link io.trainyard.local.client.ApiException} to refuse in the hook's own words
     */
    default Future<Validation> validate(Write write) {
        return Future.succeededFuture(Validation.OK);
    }

    /** Whether a refusal is "invalid" (422, naming the fields) rather than "forbidden" (403). */
    default boolean refusesAsInvalid() {
        return false;
    }

    /** What is stored at this moment. */
    interface StoredObjects {
        /**
         * An object, not to be changed; empty when there is none.
         *
         * @param namespace empty for kinds without namespaces
         */
        Optional<Map<String, Object>> find(Resource resource, String namespace, String name);
    }

    /** What is about to be done. */
    enum Operation {
        CREATE,
        UPDATE,
        DELETE
    }

    /**
     * A write that is about to be done.
     *
     * @param kind kind of the object
     * @param object as it will be; the last state for a deletion
     * @param previous as it is; null when it is created
     */
    record Write(
            Operation operation,
            Resource resource,
            String subresource,
            String kind,
            Map<String, Object> object,
            @Nullable Map<String, Object> previous,
            boolean dryRun) {}
}
