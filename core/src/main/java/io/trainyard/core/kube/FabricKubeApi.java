package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GroupVersionForDiscovery;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PartialObjectMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.ApiFailure.Kind;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.time.TimeSource;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@link KubeApi} on fabric8's HTTP client; its blocking calls are not used. */
public final class FabricKubeApi implements KubeApi {
    private static final int MAX_FEW_BYTES = 8 << 20;
    private static final int MAX_EVENTS_BYTES = 4 << 20;
    private static final int MAX_LOG_BYTES = 64 * 1024;
    /** Two places in the API server check the uid, each in its own words. */
    private static final LinearPattern OTHER_UID = LinearPattern.of("UID in (the )?precondition");

    private final ApiTransport transport;
    private final KindDiscovery kinds;
    private final PagedLists lists;
    private final KubernetesSerialization json;
    private final String fieldManager;

    FabricKubeApi(ApiTransport transport, KubernetesSerialization json, TimeSource time, ClientOptions options) {
        this.transport = transport;
        this.kinds = new KindDiscovery(transport, json, time);
        this.lists = new PagedLists(transport, json);
        this.json = json;
        this.fieldManager = "fieldManager=" + ResourceKind.encode(options.fieldManager());
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
        return kinds.of(type).onItem().transformToUni(kind -> lists.all(type, kind, namespace, labels));
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
                                .chain(found -> lists.all(GenericKubernetesResource.class, found, namespace, Map.of())))
                .onFailure(FabricKubeApi::isNotFound)
                .recoverWithItem(List.of());
    }

    @Override
    public <T extends HasMetadata> Uni<Void> readPages(
            Class<T> type, String namespace, Map<String, String> labels, Predicate<ListPage<T>> goOn) {
        return kinds.of(type)
                .chain(kind -> lists.someAtATime(type, kind, namespace, PagedLists.selection(labels), goOn));
    }

    @Override
    public <T extends HasMetadata> Uni<List<T>> listFew(Class<T> type, String namespace) {
        return kinds.of(type)
                .chain(kind -> lists.gather(type, kind, namespace, "", MAX_FEW_BYTES))
                .map(few -> few.isAll() ? few.items() : List.of());
    }

    @Override
    public Uni<List<Event>> warnings(String namespace, String kind, String name) {
        return eventsWhere(namespace, "type=Warning," + isAbout(kind, name));
    }

    @Override
    public Uni<List<Event>> events(String namespace, String kind, String name) {
        return eventsWhere(namespace, isAbout(kind, name));
    }

    private static String isAbout(String kind, String name) {
        return "involvedObject.kind=" + kind + ",involvedObject.name=" + name;
    }

    private Uni<List<Event>> eventsWhere(String namespace, String fields) {
        return lists.gather(
                        Event.class,
                        ResourceKind.of(Event.class),
                        namespace,
                        "&fieldSelector=" + ResourceKind.encode(fields),
                        MAX_EVENTS_BYTES)
                .map(PagedLists.Gathered::items);
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
        String query = fieldManager + "&force=true";
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
    public Uni<Void> applyStatus(HasMetadata seen, Map<String, Object> status) {
        ObjectMeta metadata = seen.getMetadata();
        // A uid would not be compared. No two objects of a kind have the same version.
        Map<String, Object> body = new TreeMap<>();
        body.put("apiVersion", seen.getApiVersion());
        body.put("kind", seen.getKind());
        body.put(
                "metadata",
                Map.of(
                        "namespace", metadata.getNamespace(),
                        "name", metadata.getName(),
                        "resourceVersion", metadata.getResourceVersion()));
        body.put("status", status);
        return kinds.of(seen.getClass())
                .onItem()
                .transformToUni(kind -> transport.send(
                        new ApiRequest(
                                "PATCH",
                                kind.object(metadata.getNamespace(), metadata.getName()) + "/status",
                                fieldManager + "&force=true",
                                new ApiRequest.Content(ApiRequest.APPLY_PATCH, () -> json.asJson(body)),
                                kind.bucket()),
                        answer -> true))
                .replaceWithVoid();
    }

    @Override
    public Uni<Boolean> delete(
            Class<? extends HasMetadata> type, String namespace, String name, Preconditions preconditions) {
        return delete(type, namespace, name, preconditions, "Background");
    }

    @Override
    public Uni<Boolean> deleteAfterDependents(
            Class<? extends HasMetadata> type, String namespace, String name, Preconditions preconditions) {
        return delete(type, namespace, name, preconditions, "Foreground");
    }

    private Uni<Boolean> delete(
            Class<? extends HasMetadata> type,
            String namespace,
            String name,
            Preconditions preconditions,
            String propagationPolicy) {
        if (preconditions.uid().isEmpty()) {
            return Uni.createFrom()
                    .failure(ApiFailures.unsendable("DELETE " + name, "the uid of the object is required", null));
        }
        Map<String, Object> options = new TreeMap<>();
        options.put("apiVersion", "v1");
        options.put("kind", "DeleteOptions");
        options.put("propagationPolicy", propagationPolicy);
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

    private <T> T read(byte[] body, Class<T> type) {
        T object = json.unmarshal(new ByteArrayInputStream(body), type);
        if (object == null) {
            throw new IllegalArgumentException("the body is empty");
        }
        return object;
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
                        && OTHER_UID.isFoundIn(String.valueOf(failure.getMessage())));
    }
}
