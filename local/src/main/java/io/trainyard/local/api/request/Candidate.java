package io.trainyard.local.api.request;

import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.store.ObjectKey;
import io.trainyard.local.api.store.StoredObject;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A write that is worked out but not yet done.
 *
 * @param existing the state that it starts from; null when the object is new
 * @param object the state that it wants
 * @param warnings for the user
 */
record Candidate(
        ResourceType type,
        ObjectKey key,
        String subresource,
        @Nullable StoredObject existing,
        Map<String, Object> object,
        List<String> warnings) {}
