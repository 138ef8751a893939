package io.trainyard.core.kube;

import com.fasterxml.jackson.core.type.TypeReference;
import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.api.model.DefaultKubernetesResourceList;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GroupVersionForDiscovery;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PartialObjectMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.trainyard.core.kube.ApiFailure.Kind;
import io.trainyard.foundation.time.TimeSource;
import java.io.ByteArrayInputStream;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@link KubeApi} on fabric8's HTTP client; its blocking calls are not used. */
public final class FabricKubeApi implements KubeApi {
    private static final int PAGE = 500;

    /** Of kinds that anybody makes: an object may have 1.5 MiB. */
    private static final int SMALL_PAGE = 25;

    private static final int MAX_FEW_BYTES = 8 << 20;
    private static final int MAX_WARNINGS_BYTES = 4 << 20;
    private static final int LIST_ATTEMPTS = 3;
    private static final int MAX_LOG_BYTES = 64 * 1024;
    /** Two places in the API server check the uid, each in its own words. */
    private static final Pattern OTHER_UID = Pattern.compile("UID in (the )?precondition");

    private final ApiTransport transport;
    private final KindDiscovery kinds;
    private final KubernetesSerialization json;
    private final String fieldManager;
    private final boolean strictFields;

    FabricKubeApi(ApiTransport transport, KubernetesSerialization json, TimeSource time, ClientOptions options) {
        this.transport = transport;
        this.kinds = new KindDiscovery(transport, json, time);
        this.json = json;
        this.fieldManager = "fieldManager=" + ResourceKind.encode(options.fieldManager());
        this.strictFields = options.strictFields();
    }

    @Override
    public <T extends HasMetadata> Uni<Optional<T>> get(Class<T> type, String namespace, String name) {
        return kinds.of(type)
                .onItem()
                .transformToUni(kind -> transport.send(
                        ApiRequest.get(kind.object(namespace, name), "", kind.bucket()),
                        body -> Optional.of(read(body, type))))
                .onFailure(FabricKubeApi::isNotFound)
                .recoverWithItem(Optional.empty());
    }

    @Override
    public Uni<Optional<ObjectMeta>> getMetadata(Class<? extends HasMetadata> type, String namespace, String name) {
        return kinds.of(type)
                .onItem()
                .transformToUni(kind -> transport.send(
                        ApiRequest.getMetadata(kind.object(namespace, name), kind.bucket()),
                        body -> Optional.of(
                                read(body, PartialObjectMetadata.class).getMetadata())))
                .onFailure(FabricKubeApi::isNotFound)
                .recoverWithItem(Optional.empty());
    }

    @Override
    public <T extends HasMetadata> Uni<List<T>> list(Class<T> type, String namespace, Map<String, String> labels) {
        return kinds.of(type).onItem().transformToUni(kind -> listAll(type, kind, namespace, labels, LIST_ATTEMPTS));
    }

    @Override
    public Uni<Optional<String>> preferredVersion(String group) {
        return transport
                .send(ApiRequest.get("apis/" + ResourceKind.encode(group), "", ""), body -> read(body, APIGroup.class))
                .map(found ->
                        Optional.ofNullable(found.getPreferredVersion()).map(GroupVersionForDiscovery::getVersion))
                .onFailure(FabricKubeApi::isNotFound)
                .recoverWithItem(Optional.empty());
    }

    @Override
    public Uni<List<GenericKubernetesResource>> listServed(String group, String kind, String namespace) {
        return preferredVersion(group)
                .chain(version -> version.isEmpty()
                        ? Uni.createFrom().<List<GenericKubernetesResource>>item(List.of())
                        : kinds.find(group + "/" + version.get(), kind)
                                .chain(found -> listAll(
                                        GenericKubernetesResource.class, found, namespace, Map.of(), LIST_ATTEMPTS)))
                .onFailure(FabricKubeApi::isNotFound)
                .recoverWithItem(List.of());
    }

    @Override
    public <T extends HasMetadata> Uni<Void> readPages(
            Class<T> type, String namespace, Map<String, String> labels, Predicate<ListPage<T>> goOn) {
        return kinds.of(type).chain(kind -> readPages(type, kind, namespace, query(labels), goOn));
    }

    @Override
    public <T extends HasMetadata> Uni<List<T>> listFew(Class<T> type, String namespace) {
        Gathered<T> few = new Gathered<>(PAGE, MAX_FEW_BYTES);
        return readPages(type, namespace, Map.of(), few::add).map(done -> few.isAll() ? few.items : List.of());
    }

    @Override
    public Uni<List<Event>> warnings(String namespace, String kind, String name) {
        String fields = "type=Warning,involvedObject.kind=" + kind + ",involvedObject.name=" + name;
        Gathered<Event> found = new Gathered<>(PAGE, MAX_WARNINGS_BYTES);
        return readPages(
                        Event.class,
                        ResourceKind.of(Event.class),
                        namespace,
                        "&fieldSelector=" + ResourceKind.encode(fields),
                        found::add)
                .map(done -> found.items);
    }

    /** As much of a list as there is room for. */
    private static final class Gathered<T> {
        private final List<T> items = new ArrayList<>();
        private final int maxItems;
        private final long maxBytes;
        private long bytes;

        Gathered(int maxItems, long maxBytes) {
            this.maxItems = maxItems;
            this.maxBytes = maxBytes;
        }

        /** Whether there is room for more. */
        boolean add(ListPage<T> page) {
            items.addAll(page.items());
            bytes += page.bytes();
            return isAll();
        }

        boolean isAll() {
            return items.size() <= maxItems && bytes <= maxBytes;
        }
    }

    @Override
    public Uni<List<String>> lastLines(String namespace, String pod, String container, int lines) {
        ResourceKind pods = ResourceKind.of(Pod.class);
        String query =
                "container=" + ResourceKind.encode(container) + "&tailLines=" + lines + "&limitBytes=" + MAX_LOG_BYTES;
        return transport
                .send(
                        ApiRequest.get(pods.object(namespace, pod) + "/log", query, pods.bucket()),
                        body -> new String(body, StandardCharsets.UTF_8).lines().toList())
                .onFailure(FabricKubeApi::hasNoLog)
                .recoverWithItem(List.of());
    }

    /** A container that has not started is a bad request, a pod that is gone is not found. */
    private static boolean hasNoLog(Throwable thrown) {
        return isNotFound(thrown) || (thrown instanceof ApiFailure failure && failure.kind() == Kind.INVALID);
    }

    @Override
    public <T extends HasMetadata> Uni<T> create(T object) {
        return write(
                object,
                kind -> new ApiRequest(
                        "POST",
                        kind.collection(namespaceOf(object)),
                        fieldManager,
                        new ApiRequest.Content(ApiRequest.JSON, () -> json.asJson(object)),
                        kind.bucket()));
    }

    @Override
    public <T extends HasMetadata> Uni<T> apply(T object) {
        return apply(object, () -> ApplyBody.of(object, json));
    }

    @Override
    public <T extends HasMetadata> Uni<T> apply(T object, Preconditions preconditions) {
        return apply(object, () -> ApplyBody.of(object, preconditions, json));
    }

    private <T extends HasMetadata> Uni<T> apply(T object, Supplier<String> body) {
        String query = fieldManager + "&force=true" + (strictFields ? "&fieldValidation=Strict" : "");
        return write(
                object,
                kind -> new ApiRequest(
                        "PATCH",
                        kind.object(namespaceOf(object), nameOf(object)),
                        query,
                        new ApiRequest.Content(ApiRequest.APPLY_PATCH, body),
                        kind.bucket()));
    }

    @Override
    public <T extends HasMetadata> Uni<T> update(T object) {
        return write(
                object,
                kind -> new ApiRequest(
                        "PUT",
                        kind.object(namespaceOf(object), nameOf(object)),
                        fieldManager,
                        new ApiRequest.Content(ApiRequest.JSON, () -> json.asJson(object)),
                        kind.bucket()));
    }

    @Override
    public <T extends HasMetadata> Uni<T> mergePatch(
            Class<T> type, String namespace, String name, Map<String, Object> patch) {
        return patch(type, namespace, name, "", patch);
    }

    @Override
    public <T extends HasMetadata> Uni<T> mergePatchStatus(
            Class<T> type, String namespace, String name, Map<String, Object> patch) {
        return patch(type, namespace, name, "/status", patch);
    }

    @Override
    public Uni<Void> applyStatus(
            Class<? extends HasMetadata> type, String namespace, String name, Map<String, Object> status) {
        Map<String, Object> body = new TreeMap<>();
        body.put("apiVersion", HasMetadata.getApiVersion(type));
        body.put("kind", HasMetadata.getKind(type));
        body.put("metadata", Map.of("namespace", namespace, "name", name));
        body.put("status", status);
        return kinds.of(type)
                .onItem()
                .transformToUni(kind -> transport.send(
                        new ApiRequest(
                                "PATCH",
                                kind.object(namespace, name) + "/status",
                                fieldManager + "&force=true",
                                new ApiRequest.Content(ApiRequest.APPLY_PATCH, () -> json.asJson(body)),
                                kind.bucket()),
                        answer -> true))
                .replaceWithVoid();
    }

    @Override
    public Uni<Boolean> delete(
            Class<? extends HasMetadata> type, String namespace, String name, Preconditions preconditions) {
        if (preconditions.uid().isEmpty()) {
            return Uni.createFrom()
                    .failure(ApiFailures.unsendable("DELETE " + name, "the uid of the object is required", null));
        }
        Map<String, Object> options = new TreeMap<>();
        options.put("apiVersion", "v1");
        options.put("kind", "DeleteOptions");
        options.put("propagationPolicy", "Background");
        options.put(
                "preconditions",
                preconditions.resourceVersion().isEmpty()
                        ? Map.of("uid", preconditions.uid())
                        : Map.of("uid", preconditions.uid(), "resourceVersion", preconditions.resourceVersion()));
        return kinds.of(type)
                .onItem()
                .transformToUni(kind -> transport.send(
                        new ApiRequest(
                                "DELETE",
                                kind.object(namespace, name),
                                "",
                                new ApiRequest.Content(ApiRequest.JSON, () -> json.asJson(options)),
                                kind.bucket()),
                        body -> true))
                .onFailure(FabricKubeApi::isAlreadyGone)
                .recoverWithItem(false);
    }

    private <T extends HasMetadata> Uni<T> patch(
            Class<T> type, String namespace, String name, String subresource, Map<String, Object> patch) {
        return kinds.of(type)
                .onItem()
                .transformToUni(kind -> transport.send(
                        new ApiRequest(
                                "PATCH",
                                kind.object(namespace, name) + subresource,
                                fieldManager,
                                new ApiRequest.Content(ApiRequest.MERGE_PATCH, () -> json.asJson(patch)),
                                kind.bucket()),
                        body -> read(body, type)));
    }

    private interface RequestMaker {
        ApiRequest make(ResourceKind kind);
    }

    private <T extends HasMetadata> Uni<T> write(T object, RequestMaker maker) {
        @SuppressWarnings("unchecked") // an object is read back as what was written
        Class<T> type = (Class<T>) object.getClass();
        return kinds.of(object).onItem().transformToUni(kind -> transport
                .send(maker.make(kind), body -> read(body, type))
                .onFailure(FabricKubeApi::isNotFound)
                .invoke(() -> kinds.forget(kind)));
    }

    /** A list too old to be continued is begun again. */
    private <T extends HasMetadata> Uni<List<T>> listAll(
            Class<T> type, ResourceKind kind, String namespace, Map<String, String> labels, int attempts) {
        return Uni.createFrom()
                .deferred(() -> page(type, kind, namespace, labels, "", new ArrayList<>()))
                .onFailure(thrown ->
                        attempts > 1 && thrown instanceof ApiFailure failure && failure.kind() == Kind.EXPIRED)
                .recoverWithUni(() -> listAll(type, kind, namespace, labels, attempts - 1));
    }

    private <T extends HasMetadata> Uni<List<T>> page(
            Class<T> type,
            ResourceKind kind,
            String namespace,
            Map<String, String> labels,
            String next,
            List<T> before) {
        String query =
                "limit=" + PAGE + query(labels) + (next.isEmpty() ? "" : "&continue=" + ResourceKind.encode(next));
        return onePage(type, kind, namespace, query).onItem().transformToUni(list -> {
            before.addAll(list.getItems());
            String token = continueToken(list);
            return token.isEmpty() ? Uni.createFrom().item(before) : page(type, kind, namespace, labels, token, before);
        });
    }

    /** One page after the other, in a loop and not by recursion: there may be thousands. */
    private <T extends HasMetadata> Uni<Void> readPages(
            Class<T> type, ResourceKind kind, String namespace, String selection, Predicate<ListPage<T>> goOn) {
        return Uni.createFrom().emitter(all -> readPage(type, kind, namespace, selection, "", goOn, all));
    }

    private <T extends HasMetadata> void readPage(
            Class<T> type,
            ResourceKind kind,
            String namespace,
            String selection,
            String next,
            Predicate<ListPage<T>> goOn,
            UniEmitter<? super Void> all) {
        String query =
                "limit=" + SMALL_PAGE + selection + (next.isEmpty() ? "" : "&continue=" + ResourceKind.encode(next));
        long[] bytes = new long[1];
        transport
                .send(ApiRequest.get(kind.collection(namespace), query, kind.bucket()), body -> {
                    bytes[0] = body.length;
                    return readList(body, type);
                })
                .subscribe()
                .with(
                        list -> {
                            boolean more = goOn.test(new ListPage<>(list.getItems(), bytes[0]));
                            String token = continueToken(list);
                            if (more && !token.isEmpty()) {
                                readPage(type, kind, namespace, selection, token, goOn, all);
                            } else {
                                all.complete(null);
                            }
                        },
                        all::fail);
    }

    private static String query(Map<String, String> labels) {
        return labels.isEmpty() ? "" : "&labelSelector=" + ResourceKind.encode(selector(labels));
    }

    private <T extends HasMetadata> Uni<KubernetesResourceList<T>> onePage(
            Class<T> type, ResourceKind kind, String namespace, String query) {
        return transport.send(
                ApiRequest.get(kind.collection(namespace), query, kind.bucket()), body -> readList(body, type));
    }

    private static String continueToken(KubernetesResourceList<?> list) {
        return list.getMetadata() == null ? "" : orEmpty(list.getMetadata().getContinue());
    }

    private <T> T read(byte[] body, Class<T> type) {
        T object = json.unmarshal(new ByteArrayInputStream(body), type);
        if (object == null) {
            throw new IllegalArgumentException("the body is empty");
        }
        return object;
    }

    private <T extends HasMetadata> KubernetesResourceList<T> readList(byte[] body, Class<T> type) {
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

    private static String selector(Map<String, String> labels) {
        return new TreeMap<>(labels)
                .entrySet().stream()
                        .map(label -> label.getKey() + "=" + label.getValue())
                        .collect(Collectors.joining(","));
    }

    private static String namespaceOf(HasMetadata object) {
        return orEmpty(object.getMetadata().getNamespace());
    }

    private static String nameOf(HasMetadata object) {
        return orEmpty(object.getMetadata().getName());
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static boolean isNotFound(Throwable thrown) {
        return thrown instanceof ApiFailure failure && failure.kind() == Kind.NOT_FOUND;
    }

    /** The uid we named is gone: nothing of that name is left, or something else has it now. */
    private static boolean isAlreadyGone(Throwable thrown) {
        return isNotFound(thrown)
                || (thrown instanceof ApiFailure failure
                        && failure.kind() == Kind.CONFLICT
                        && OTHER_UID.matcher(failure.getMessage()).find());
    }
}
