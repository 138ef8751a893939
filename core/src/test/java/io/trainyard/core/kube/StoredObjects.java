package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ResourceKey;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The objects of a cluster as trees, with the numbers that an API server keeps, and everybody who watches them. */
final class StoredObjects {
    /** Told of every change, at once. */
    interface Watcher {
        /** An object of this kind is now so; {@code gone} when this was its last state. */
        void changed(String kind, Map<String, Object> object, boolean gone);
    }

    /** What a server does to an object before it stores it: defaults, and refusals by {@link ApiFailure}. */
    interface Admission {
        void admit(String kind, @Nullable Map<String, Object> before, Map<String, Object> after);
    }

    static final KubernetesSerialization JSON = new KubernetesSerialization();

    private static final String FOREGROUND = "foregroundDeletion";

    private final TimeSource time;
    private final Map<String, Map<ResourceKey, Map<String, Object>>> kinds = new TreeMap<>();
    private final List<Watcher> watchers = new ArrayList<>();
    private final List<Admission> admissions = new ArrayList<>();
    private long version = 100;
    private long uids;

    StoredObjects(TimeSource time) {
        this.time = time;
    }

    void watch(Watcher watcher) {
        watchers.add(watcher);
    }

    void admitBy(Admission admission) {
        admissions.add(admission);
    }

    Optional<Map<String, Object>> find(String kind, ResourceKey key) {
        return Optional.ofNullable(objects(kind).get(key));
    }

    List<Map<String, Object>> all(String kind) {
        return List.copyOf(objects(kind).values());
    }

    Map<String, Object> create(String kind, ResourceKey key, Map<String, Object> object) {
        Map<String, Object> created = Manifests.copy(object);
        Map<String, Object> metadata = metadata(created);
        metadata.put("uid", kind.toLowerCase(java.util.Locale.ROOT) + "-" + ++uids);
        metadata.put("generation", 1L);
        metadata.put(
                "creationTimestamp", time.now().truncatedTo(ChronoUnit.SECONDS).toString());
        created.remove("status");
        admissions.forEach(admission -> admission.admit(kind, null, created));
        return store(kind, key, created);
    }

    /** Changes an object; a change that changes nothing writes nothing. */
    Map<String, Object> update(String kind, ResourceKey key, UnaryOperator<Map<String, Object>> change) {
        Map<String, Object> before =
                find(kind, key).orElseThrow(() -> InMemoryKubeApi.failure(ApiFailure.Kind.NOT_FOUND, kind + " " + key));
        Map<String, Object> after = change.apply(Manifests.copy(before));
        admissions.forEach(admission -> admission.admit(kind, before, after));
        if (after.equals(before)) {
            return before;
        }
        if (!Objects.equals(before.get("spec"), after.get("spec"))) {
            metadata(after).put("generation", ((Number) metadata(before).get("generation")).longValue() + 1);
        }
        if (metadata(after).containsKey("deletionTimestamp")
                && isEmpty(metadata(after).get("finalizers"))) {
            return remove(kind, key);
        }
        return store(kind, key, after);
    }

    /** Deletes an object, or marks it when it has finalizers. */
    void delete(String kind, ResourceKey key) {
        update(kind, key, object -> {
            metadata(object).putIfAbsent("deletionTimestamp", time.now().toString());
            return object;
        });
    }

    /** Marks an object that owns others, and deletes any other. */
    void deleteAfterDependents(String kind, ResourceKey key) {
        String uid = find(kind, key).map(StoredObjects::uid).orElse("");
        if (isOwner(uid)) {
            update(kind, key, object -> {
                metadata(object).put("finalizers", new ArrayList<>(List.of(FOREGROUND)));
                return object;
            });
        }
        delete(kind, key);
    }

    private boolean isOwner(String uid) {
        return kinds.values().stream()
                .flatMap(objects -> objects.values().stream())
                .anyMatch(object -> owners(object).contains(uid));
    }

    /** Deletes what belongs to objects that are gone, as the garbage collector does some time later. */
    void collectGarbage() {
        boolean found = true;
        while (found) {
            List<String> uidsThere = new ArrayList<>();
            kinds.values().forEach(objects -> objects.values().forEach(object -> uidsThere.add(uid(object))));
            found = false;
            for (Map.Entry<String, Map<ResourceKey, Map<String, Object>>> kind : kinds.entrySet()) {
                for (Map.Entry<ResourceKey, Map<String, Object>> object :
                        List.copyOf(kind.getValue().entrySet())) {
                    List<String> owners = owners(object.getValue());
                    if (!owners.isEmpty() && owners.stream().noneMatch(uidsThere::contains)) {
                        delete(kind.getKey(), object.getKey());
                        found = find(kind.getKey(), object.getKey()).isEmpty() || found;
                    }
                }
            }
        }
    }

    private Map<String, Object> store(String kind, ResourceKey key, Map<String, Object> object) {
        metadata(object).put("resourceVersion", Long.toString(++version));
        objects(kind).put(key, object);
        watchers.forEach(watcher -> watcher.changed(kind, object, false));
        return object;
    }

    private Map<String, Object> remove(String kind, ResourceKey key) {
        Map<String, Object> last = Manifests.copy(objects(kind).remove(key));
        metadata(last).put("resourceVersion", Long.toString(++version));
        watchers.forEach(watcher -> watcher.changed(kind, last, true));
        return last;
    }

    private Map<ResourceKey, Map<String, Object>> objects(String kind) {
        return kinds.computeIfAbsent(kind, unknown -> new LinkedHashMap<>());
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> metadata(Map<String, Object> object) {
        return (Map<String, Object>) object.computeIfAbsent("metadata", missing -> new LinkedHashMap<String, Object>());
    }

    static String uid(Map<String, Object> object) {
        return String.valueOf(metadata(object).get("uid"));
    }

    static ResourceKey key(Map<String, Object> object) {
        Object namespace = metadata(object).get("namespace");
        return new ResourceKey(
                namespace == null ? "" : namespace.toString(),
                String.valueOf(metadata(object).get("name")));
    }

    private static List<String> owners(Map<String, Object> object) {
        return metadata(object).get("ownerReferences") instanceof List<?> owners
                ? owners.stream()
                        .map(owner -> String.valueOf(((Map<?, ?>) owner).get("uid")))
                        .toList()
                : List.of();
    }

    private static boolean isEmpty(@Nullable Object list) {
        return !(list instanceof List<?> items) || items.isEmpty();
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> tree(Object object) {
        return JSON.convertValue(object, LinkedHashMap.class);
    }

    static <T extends HasMetadata> T typed(Map<String, Object> tree, Class<T> type) {
        return JSON.convertValue(tree, type);
    }
}
