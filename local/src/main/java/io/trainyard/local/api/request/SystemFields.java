package io.trainyard.local.api.request;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.ResourceType;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The metadata that the server writes, and clients cannot. */
final class SystemFields {
    private static final List<String> KEPT =
            List.of("uid", "creationTimestamp", "generation", "deletionTimestamp", "deletionGracePeriodSeconds");
    private static final List<String> SERVER_ASSIGNED = List.of(
            "uid",
            "creationTimestamp",
            "generation",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "resourceVersion",
            "selfLink",
            "managedFields");

    private final Clock clock;

    SystemFields(Clock clock) {
        this.clock = clock;
    }

    /** Now, to the second, as objects carry it. */
    String now() {
        return text(clock.instant());
    }

    static String text(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    void setForCreate(ResourceType type, Map<String, Object> object) {
        Map<String, Object> metadata = Tree.ensure(object, "metadata");
        SERVER_ASSIGNED.forEach(metadata::remove);
        metadata.put("uid", UUID.randomUUID().toString());
        metadata.put("creationTimestamp", now());
        if (type.isCustom() || type.behavior().countsGenerations()) {
            metadata.put("generation", 1L);
        }
    }

    void setForUpdate(Map<String, Object> object, Map<String, Object> previous) {
        Map<String, Object> metadata = Tree.ensure(object, "metadata");
        Map<String, Object> before = Tree.child(previous, "metadata");
        for (String field : KEPT) {
            if (before.containsKey(field)) {
                metadata.put(field, before.get(field));
            } else {
                metadata.remove(field);
            }
        }
        metadata.remove("selfLink");
        metadata.put("resourceVersion", before.get("resourceVersion"));
    }

    /** Counts a change of what the user wants. */
    void countGeneration(ResourceType type, Map<String, Object> object, Map<String, Object> previous) {
        boolean counts = type.isCustom() || type.behavior().countsGenerations();
        if (counts && !wanted(type, object).equals(wanted(type, previous))) {
            Tree.put(object, Tree.integer(0, previous, "metadata", "generation") + 1, "metadata", "generation");
        }
    }

    private static Map<String, Object> wanted(ResourceType type, Map<String, Object> object) {
        Map<String, Object> wanted = new LinkedHashMap<>(object);
        wanted.remove("metadata");
        wanted.remove("apiVersion");
        if (type.hasStatus()) {
            wanted.remove("status");
        }
        return wanted;
    }
}
