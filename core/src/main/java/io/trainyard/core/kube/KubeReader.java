package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Requests to the API server that change nothing, without blocking. A {@code Uni} sends one request for each subscription and completes on the owning event
 * loop. It fails with {@link ApiFailure} and nothing else.
 *
 * <p>Classes carry their group, version and plural as fabric8 annotations; a {@code GenericKubernetesResource} is looked up by discovery.
 */
public interface KubeReader {
    /** One object; empty when it does not exist. The namespace is empty for cluster-scoped kinds. */
    <T extends HasMetadata> Uni<Optional<T>> get(Class<T> type, String namespace, String name);

    /**
     * Metadata of one object; empty when it does not exist. The rest does not travel, so that nothing secret comes here for a question that needs none
     * of it. The namespace is empty for cluster-scoped kinds.
     */
    default Uni<Optional<ObjectMeta>> getMetadata(Class<? extends HasMetadata> type, String namespace, String name) {
        return get(type, namespace, name).map(found -> found.map(HasMetadata::getMetadata));
    }

    /** All objects of a namespace (empty: of all namespaces) that carry these labels. */
    <T extends HasMetadata> Uni<List<T>> list(Class<T> type, String namespace, Map<String, String> labels);

    /**
     * The same objects a few at a time, for kinds of which anybody may make many and large ones: who asks keeps no more of them than is needed.
     *
     * @param goOn gets each page, on the owning event loop; false ends the reading
     */
    default <T extends HasMetadata> Uni<Void> readPages(
            Class<T> type, String namespace, Map<String, String> labels, Predicate<ListPage<T>> goOn) {
        return list(type, namespace, labels)
                .map(all -> goOn.test(new ListPage<>(all, 0)))
                .replaceWithVoid();
    }

    /**
     * The version of an API group that clients use unless told otherwise, such as {@code v1}; empty when the group is not served.
     */
    default Uni<Optional<String>> preferredVersion(String group) {
        return Uni.createFrom().item(Optional.empty());
    }

    /**
     * All objects of a namespace (empty: of all namespaces) of a kind that an add-on brings, in the version that clients use unless told otherwise; empty
     * when the add-on is not installed.
     */
    default Uni<List<GenericKubernetesResource>> listServed(String group, String kind, String namespace) {
        return Uni.createFrom().item(List.of());
    }

    /**
     * All objects of a namespace where these are few; empty where there are more than 500, or more than 8 MiB of them.
     */
    default <T extends HasMetadata> Uni<List<T>> listFew(Class<T> type, String namespace) {
        return Uni.createFrom().item(List.of());
    }

    /**
     * Events of type Warning about one object, in any order, and not more than some 4 MiB. The API server picks them, so a namespace full of other events
     * costs nothing.
     *
     * @param kind of the object
     * @param name of the object
     */
    default Uni<List<Event>> warnings(String namespace, String kind, String name) {
        return Uni.createFrom().item(List.of());
    }

    /** As {@link #warnings}, with those of type Normal: some schedulers say only there why a PodGroup waits. */
    default Uni<List<Event>> events(String namespace, String kind, String name) {
        return Uni.createFrom().item(List.of());
    }

    /**
     * The end of the log of a container, the oldest line first; empty when there is none, or it cannot be had any more.
     *
     * @param lines at most so many, and not more than 64 KiB
     */
    default Uni<List<String>> lastLines(String namespace, String pod, String container, int lines) {
        return Uni.createFrom().item(List.of());
    }
}
