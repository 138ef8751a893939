package io.trainyard.core.kube;

import com.fasterxml.jackson.core.type.TypeReference;
import io.fabric8.kubernetes.api.model.DefaultKubernetesResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.ApiFailure.Kind;
import java.io.ByteArrayInputStream;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Lists of the API server, which come in pages. Results arrive on the owning event loop. */
final class PagedLists {
    private static final int PAGE = 500;

    /** Of kinds that anybody makes: an object may have 1.5 MiB. */
    private static final int SMALL_PAGE = 25;

    private static final int ATTEMPTS = 3;

    private final ApiTransport transport;
    private final KubernetesSerialization json;

    PagedLists(ApiTransport transport, KubernetesSerialization json) {
        this.transport = transport;
        this.json = json;
    }

    /** What to ask for objects with these labels; without any, for all of them. */
    static String selection(Map<String, String> labels) {
        return labels.isEmpty()
                ? ""
                : "&labelSelector="
                        + ResourceKind.encode(new TreeMap<>(labels)
                                .entrySet().stream()
                                        .map(label -> label.getKey() + "=" + label.getValue())
                                        .collect(Collectors.joining(",")));
    }

    /** All objects. A list that has become too old to be continued is begun again. */
    <T extends HasMetadata> Uni<List<T>> all(
            Class<T> type, ResourceKind kind, String namespace, Map<String, String> labels) {
        return all(type, kind, namespace, selection(labels), ATTEMPTS);
    }

    private <T extends HasMetadata> Uni<List<T>> all(
            Class<T> type, ResourceKind kind, String namespace, String selection, int attempts) {
        return Uni.createFrom()
                .deferred(() -> {
                    List<T> items = new ArrayList<>();
                    return read(type, kind, namespace, "limit=" + PAGE + selection, page -> {
                                items.addAll(page.items());
                                return true;
                            })
                            .replaceWith(items);
                })
                .onFailure(thrown ->
                        attempts > 1 && thrown instanceof ApiFailure failure && failure.kind() == Kind.EXPIRED)
                .recoverWithUni(() -> all(type, kind, namespace, selection, attempts - 1));
    }

    /** Objects in small pages, until {@code goOn} says that they were enough. */
    <T extends HasMetadata> Uni<Void> someAtATime(
            Class<T> type, ResourceKind kind, String namespace, String selection, Predicate<ListPage<T>> goOn) {
        return read(type, kind, namespace, "limit=" + SMALL_PAGE + selection, goOn);
    }

    /** As many objects as there is room for, and no more than a page of the others has. */
    <T extends HasMetadata> Uni<Gathered<T>> gather(
            Class<T> type, ResourceKind kind, String namespace, String selection, long maxBytes) {
        Gathered<T> gathered = new Gathered<>(PAGE, maxBytes);
        return someAtATime(type, kind, namespace, selection, gathered::add).replaceWith(gathered);
    }

    /** As much of a list as there is room for. */
    static final class Gathered<T> {
        private final List<T> items = new ArrayList<>();
        private final int maxItems;
        private final long maxBytes;
        private long bytes;

        private Gathered(int maxItems, long maxBytes) {
            this.maxItems = maxItems;
            this.maxBytes = maxBytes;
        }

        /** Whether there is room for more. */
        private boolean add(ListPage<T> page) {
            items.addAll(page.items());
            bytes += page.bytes();
            return isAll();
        }

        List<T> items() {
            return items;
        }

        boolean isAll() {
            return items.size() <= maxItems && bytes <= maxBytes;
        }
    }

    private <T extends HasMetadata> Uni<Void> read(
            Class<T> type, ResourceKind kind, String namespace, String query, Predicate<ListPage<T>> goOn) {
        return Uni.createFrom().deferred(() -> new Reading<>(type, kind, namespace, query, goOn).toEnd());
    }

    /** One page after the other, in a loop and not by recursion: there may be thousands. */
    private final class Reading<T extends HasMetadata> {
        private final Class<T> type;
        private final ResourceKind kind;
        private final String namespace;
        private final String query;
        private final Predicate<ListPage<T>> goOn;
        private String next = "";

        Reading(Class<T> type, ResourceKind kind, String namespace, String query, Predicate<ListPage<T>> goOn) {
            this.type = type;
            this.kind = kind;
            this.namespace = namespace;
            this.query = query;
            this.goOn = goOn;
        }

        Uni<Void> toEnd() {
            return Multi.createBy()
                    .repeating()
                    .uni(this::page)
                    .whilst(more -> more)
                    .collect()
                    .last()
                    .replaceWithVoid();
        }

        /** Whether there is another page, and somebody wants it. */
        private Uni<Boolean> page() {
            String continued = next.isEmpty() ? query : query + "&continue=" + ResourceKind.encode(next);
            return transport
                    .send(
                            ApiRequest.get(kind.collection(namespace), continued, kind.bucket()),
                            body -> new Answer<>(parse(body, type), body.length))
                    .map(answer -> {
                        next = continueToken(answer.list());
                        return goOn.test(new ListPage<>(answer.list().getItems(), answer.bytes())) && !next.isEmpty();
                    });
        }
    }

    private record Answer<T extends HasMetadata>(KubernetesResourceList<T> list, long bytes) {}

    private static String continueToken(KubernetesResourceList<?> list) {
        return list.getMetadata() == null || list.getMetadata().getContinue() == null
                ? ""
                : list.getMetadata().getContinue();
    }

    private <T extends HasMetadata> KubernetesResourceList<T> parse(byte[] body, Class<T> type) {
        Type listType = json.constructParametricType(DefaultKubernetesResourceList.class, type);
        KubernetesResourceList<T> list =
                json.unmarshal(new ByteArrayInputStream(body), new TypeReference<KubernetesResourceList<T>>() {
                    @Override
                    public Type getType() {
                        return listType;
                    }
                });
        if (list == null || list.getItems() == null) {
            throw new IllegalArgumentException("the body is not a list");
        }
        return list;
    }
}
