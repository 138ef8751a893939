package io.trainyard.core.kube;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.watch.WatchSpec;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Compares a cache with what the API server lists: names, uids and versions only, page by page. What differs may just be on its way, so it is looked at again
 * twice, half a minute apart: only what a cache has not heard of by then was missed.
 */
final class CacheComparison<T extends HasMetadata> {
    /** No watch is so far behind. */
    static final Duration GRACE = Duration.ofSeconds(30);

    private static final int PAGE = 500;

    private final ApiTransport transport;
    private final KubernetesSerialization json;
    private final TimeSource time;
    private final ResourceKind kind;
    private final CachePart<T> part;

    CacheComparison(
            ApiTransport transport,
            KubernetesSerialization json,
            TimeSource time,
            ResourceKind kind,
            CachePart<T> part) {
        this.transport = transport;
        this.json = json;
        this.time = time;
        this.kind = kind;
        this.part = part;
    }

    /** Which object, and which state of it. */
    private record Version(String uid, String resourceVersion) {
        static Version of(ObjectMeta metadata) {
            return new Version(metadata.getUid(), metadata.getResourceVersion());
        }
    }

    /** What one list told. Written by one page after the other. */
    private static final class Differences {
        private final Set<ResourceKey> listed = new HashSet<>();
        /** What the cache held; empty where it held nothing. */
        private final Map<ResourceKey, Optional<Version>> held = new HashMap<>();
    }

    /** How many objects the cache has missed; fails with {@link ApiFailure} when the objects cannot be listed. */
    Uni<Integer> run() {
        return list().chain(first -> first.held.isEmpty()
                ? Uni.createFrom().item(0)
                : wait(GRACE).chain(this::list).chain(second -> {
                    first.held.entrySet().retainAll(second.held.entrySet());
                    return first.held.isEmpty()
                            ? Uni.createFrom().item(0)
                            : wait(GRACE).map(waited -> unchanged(first));
                }));
    }

    private int unchanged(Differences differences) {
        return (int) differences.held.entrySet().stream()
                .filter(held -> held(held.getKey()).equals(held.getValue()))
                .count();
    }

    private Uni<Void> wait(Duration duration) {
        return Uni.createFrom().emitter(emitter -> time.after(duration, () -> emitter.complete(null)));
    }

    private Uni<Differences> list() {
        return Uni.createFrom().deferred(() -> page(new Differences(), ""));
    }

    private Uni<Differences> page(Differences found, String next) {
        String query = "limit=" + PAGE + selection() + (next.isEmpty() ? "" : "&continue=" + ResourceKind.encode(next));
        return transport
                .send(
                        ApiRequest.listMetadata(kind.collection(part.namespace()), query, kind.bucket()),
                        body -> compare(body, found))
                .chain(rest -> rest.isEmpty() ? Uni.createFrom().item(found) : page(found, rest));
    }

    private String selection() {
        String name = part.request().name();
        String labels = new TreeMap<>(part.request().labels())
                .entrySet().stream()
                        .map(label -> label.getValue().equals(WatchSpec.ANY_VALUE)
                                ? label.getKey()
                                : label.getKey() + "=" + label.getValue())
                        .collect(Collectors.joining(","));
        return (name.isEmpty() ? "" : "&fieldSelector=" + ResourceKind.encode("metadata.name=" + name))
                + (labels.isEmpty() ? "" : "&labelSelector=" + ResourceKind.encode(labels));
    }

    /** On the thread that read the page, where it may take its time. Returns where the next page begins; empty for nowhere. */
    private String compare(byte[] body, Differences found) {
        JsonNode list = json.unmarshal(new ByteArrayInputStream(body), JsonNode.class);
        for (JsonNode item : list.path("items")) {
            JsonNode metadata = item.path("metadata");
            ResourceKey key = new ResourceKey(
                    metadata.path("namespace").asText(""), metadata.path("name").asText(""));
            Version version = new Version(
                    metadata.path("uid").asText(""),
                    metadata.path("resourceVersion").asText(""));
            found.listed.add(key);
            Optional<Version> held = held(key);
            if (!held.equals(Optional.of(version))) {
                found.held.put(key, held);
            }
        }
        String next = list.path("metadata").path("continue").asText("");
        if (next.isEmpty()) {
            for (T object : part.all()) {
                ResourceKey key = key(object);
                if (!found.listed.contains(key)) {
                    found.held.put(key, Optional.of(Version.of(object.getMetadata())));
                }
            }
        }
        return next;
    }

    private Optional<Version> held(ResourceKey key) {
        return part.find(key).map(object -> Version.of(object.getMetadata()));
    }

    private static ResourceKey key(HasMetadata object) {
        String namespace = object.getMetadata().getNamespace();
        return new ResourceKey(
                namespace == null ? "" : namespace, object.getMetadata().getName());
    }
}
