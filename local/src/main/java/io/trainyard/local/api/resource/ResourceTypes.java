package io.trainyard.local.api.resource;

import io.trainyard.local.client.Resource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The kinds that are served at this moment. Belongs to the thread of the store. */
public final class ResourceTypes {
    private final Map<Resource, ResourceType> types = new LinkedHashMap<>();
    private long changes;

    /** Serves a kind, in place of what was served there before. */
    public void add(ResourceType type) {
        types.put(type.resource(), type);
        changes++;
    }

    /** Serves a kind no more. */
    public void remove(Resource resource) {
        types.remove(resource);
        changes++;
    }

    public Optional<ResourceType> find(Resource resource) {
        return Optional.ofNullable(types.get(resource));
    }

    /** The kind that an object says it is. */
    public Optional<ResourceType> ofKind(String apiVersion, String kind) {
        return types.values().stream()
                .filter(type ->
                        type.apiVersion().equals(apiVersion) && type.kind().equals(kind))
                .findFirst();
    }

    /** Any version of the kind that is kept under this group and plural. */
    public Optional<ResourceType> ofGroup(String group, String plural) {
        return types.values().stream()
                .filter(type -> type.resource().group().equals(group)
                        && type.resource().plural().equals(plural))
                .findFirst();
    }

    /** All kinds, in the order of registration. */
    public Collection<ResourceType> all() {
        return Collections.unmodifiableCollection(types.values());
    }

    /** Versions by group, in the order of registration; the core group is the empty one. */
    public Map<String, List<String>> groups() {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        for (ResourceType type : types.values()) {
            List<String> versions = groups.computeIfAbsent(type.resource().group(), group -> new ArrayList<>());
            if (!versions.contains(type.resource().version())) {
                versions.add(type.resource().version());
            }
        }
        return groups;
    }

    /** Counts additions and removals, so that what is computed from the kinds can be kept until it changes. */
    public long changes() {
        return changes;
    }
}
