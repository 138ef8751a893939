package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.foundation.patch.MergePatch;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.ResourceKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An API server in memory, as far as the controller can tell: uids, versions and generations, 404 and 409, merge patches, server-side apply,
 * webhooks of JobSet, owner references, and faults on demand. Requests and what tests do behind the controller's back work on the same objects.
 */
public final class InMemoryKubeApi implements KubeApi {
    /** One request of the controller. */
    public record Request(String verb, String kind, ResourceKey key, Map<String, Object> body) {
        public boolean isRead() {
            return verb.equals("get") || verb.equals("list");
        }

        @Override
        public String toString() {
            return verb + " " + kind + " " + key;
        }
    }

    /**
     * What goes wrong with a request.
     *
     * @param failure how it ends
     * @param takesEffect whether the server did it all the same
     */
    public record Fault(ApiFailure failure, boolean takesEffect) {}

    /** How long a request is on its way. */
    public record Latency(Duration there, Duration back) {
        static final Latency NONE = new Latency(Duration.ZERO, Duration.ZERO);
    }

    private static final String MANAGER = "trainer";

    private final TimeSource time;
    private final StoredObjects objects;
    private final List<Request> requests = new ArrayList<>();
    private final Map<String, String> preferred = new LinkedHashMap<>();
    private final List<Function<Request, Optional<Fault>>> faults = new ArrayList<>();
    private Supplier<Latency> latency = () -> Latency.NONE;
    private int connection;
    private int generatedNames;

    private final JobSetAdmission jobSets = new JobSetAdmission();

    public InMemoryKubeApi(TimeSource time) {
        this.time = time;
        this.objects = new StoredObjects(time);
        objects.admitBy(jobSets);
    }

    /** From now on discovery prefers this version of a group. */
    public void prefer(String group, String version) {
        preferred.put(group, version);
    }

    @Override
    public Uni<Optional<String>> preferredVersion(String group) {
        return Uni.createFrom().item(() -> Optional.ofNullable(preferred.get(group)));
    }

    /** JobSet's feature gate ElasticJobSet. */
    public void elasticJobSets(boolean on) {
        jobSets.elastic(on);
    }

    /** A cache of all objects of a kind, which hears of changes when it is told to. */
    public <T extends HasMetadata> LaggingCache<T> cache(Class<T> type, Map<String, String> labels) {
        LaggingCache<T> cache = new LaggingCache<>(type, labels);
        objects.all(kind(type)).forEach(object -> cache.changed(kind(type), object, false));
        objects.watch(cache);
        return cache;
    }

    /** Every request so far, in order. */
    public List<Request> requests() {
        return List.copyOf(requests);
    }

    public List<Request> writes() {
        return requests.stream().filter(request -> !request.isRead()).toList();
    }

    public void forgetRequests() {
        requests.clear();
    }

    /** Every request takes that long from now on. */
    public void setLatency(Supplier<Latency> latency) {
        this.latency = latency;
    }

    /** Something that may go wrong with any request. */
    public void addFaults(Function<Request, Optional<Fault>> source) {
        faults.add(source);
    }

    public void clearFaults() {
        faults.clear();
    }

    /** The process at the other end has died: requests on their way still have their effect, but nobody gets an answer. */
    public void cutConnections() {
        connection++;
    }

    /** The next request of that sort fails and has no effect. */
    public void failNext(String verb, String kind, ApiFailure failure) {
        failNext(verb, kind, new Fault(failure, false));
    }

    /** The next request of that sort has its effect, but nobody hears of it. */
    public void loseNextAnswer(String verb, String kind) {
        failNext(verb, kind, new Fault(failure(ApiFailure.Kind.UNREACHABLE, "no answer in time"), true));
    }

    private void failNext(String verb, String kind, Fault fault) {
        boolean[] done = new boolean[1];
        addFaults(request -> {
            if (done[0] || !request.verb().equals(verb) || !request.kind().equals(kind)) {
                return Optional.empty();
            }
            done[0] = true;
            return Optional.of(fault);
        });
    }

    public static ApiFailure failure(ApiFailure.Kind kind, String message) {
        return new ApiFailure(kind, 0, "", message, null, null);
    }

    // What others than the controller do.

    public <T extends HasMetadata> T put(T object) {
        return put(object, tree -> {});
    }

    private <T extends HasMetadata> T put(T object, java.util.function.Consumer<Map<String, Object>> change) {
        Map<String, Object> tree = StoredObjects.tree(object);
        change.accept(tree);
        return typed(objects.create(object.getKind(), key(object), tree), type(object));
    }

    public <T extends HasMetadata> Optional<T> find(Class<T> type, String name) {
        return find(type, "team-a", name);
    }

    public <T extends HasMetadata> Optional<T> find(Class<T> type, String namespace, String name) {
        return objects.find(kind(type), new ResourceKey(namespaceFor(type, namespace), name))
                .map(tree -> typed(tree, type));
    }

    public <T extends HasMetadata> List<T> all(Class<T> type) {
        return objects.all(kind(type)).stream().map(tree -> typed(tree, type)).toList();
    }

    /** A JSON merge patch by somebody else; status too. */
    public void patch(Class<? extends HasMetadata> type, String name, String patch) {
        patch(type, "team-a", name, patch);
    }

    public void patch(Class<? extends HasMetadata> type, String namespace, String name, String patch) {
        Map<String, Object> tree = Manifests.tree(patch);
        objects.update(
                kind(type), new ResourceKey(namespaceFor(type, namespace), name), live -> MergePatch.apply(live, tree));
    }

    public void remove(Class<? extends HasMetadata> type, String name) {
        objects.delete(kind(type), new ResourceKey(namespaceFor(type, "team-a"), name));
    }

    public void remove(Class<? extends HasMetadata> type, String namespace, String name) {
        objects.delete(kind(type), new ResourceKey(namespaceFor(type, namespace), name));
    }

    public void collectGarbage() {
        objects.collectGarbage();
    }

    // What the controller does.

    @Override
    public <T extends HasMetadata> Uni<Optional<T>> get(Class<T> type, String namespace, String name) {
        ResourceKey key = new ResourceKey(namespace, name);
        return send("get", kind(type), key, Map.of(), () -> objects.find(kind(type), key)
                .map(tree -> typed(tree, type)));
    }

    @Override
    public <T extends HasMetadata> Uni<List<T>> list(Class<T> type, String namespace, Map<String, String> labels) {
        return send("list", kind(type), new ResourceKey(namespace, ""), Map.of(), () -> objects.all(kind(type)).stream()
                .map(tree -> typed(tree, type))
                .filter(object -> namespace.isEmpty()
                        || namespace.equals(object.getMetadata().getNamespace()))
                .filter(object -> LaggingCache.hasLabels(object, labels))
                .toList());
    }

    @Override
    public <T extends HasMetadata> Uni<List<T>> listFew(Class<T> type, String namespace) {
        return list(type, namespace, Map.of());
    }

    @Override
    public Uni<List<Event>> warnings(String namespace, String kind, String name) {
        return events(namespace, kind, name).map(events -> events.stream()
                .filter(event -> "Warning".equals(event.getType()))
                .toList());
    }

    @Override
    public Uni<List<Event>> events(String namespace, String kind, String name) {
        return list(Event.class, namespace, Map.of()).map(events -> events.stream()
                .filter(event -> kind.equals(event.getInvolvedObject().getKind())
                        && name.equals(event.getInvolvedObject().getName()))
                .toList());
    }

    @Override
    public <T extends HasMetadata> Uni<T> create(T object) {
        if (object.getMetadata().getName() == null) {
            object.getMetadata().setName(object.getMetadata().getGenerateName() + ++generatedNames);
        }
        Map<String, Object> body = StoredObjects.tree(object);
        String kind = object.getKind();
        return send("create", kind, key(object), body, () -> {
            if (objects.find(kind, key(object)).isPresent()) {
                throw failure(ApiFailure.Kind.ALREADY_EXISTS, kind + " " + key(object) + " exists already");
            }
            Map<String, Object> owned = Manifests.copy(body);
            FieldOwners.own(owned, MANAGER, "Update");
            return typed(objects.create(kind, key(object), owned), type(object));
        });
    }

    @Override
    public <T extends HasMetadata> Uni<T> apply(T object) {
        return apply(object, Manifests.tree(ApplyBody.of(object, StoredObjects.JSON)));
    }

    @Override
    public <T extends HasMetadata> Uni<T> apply(T object, Preconditions preconditions) {
        return apply(object, Manifests.tree(ApplyBody.of(object, preconditions, StoredObjects.JSON)));
    }

    private <T extends HasMetadata> Uni<T> apply(T object, Map<String, Object> body) {
        String kind = object.getKind();
        @Nullable Object uid = StoredObjects.metadata(body).get("uid");
        @Nullable Object version = StoredObjects.metadata(body).get("resourceVersion");
        return send("apply", kind, key(object), body, () -> {
            Optional<Map<String, Object>> live = objects.find(kind, key(object));
            if (uid != null && !live.map(StoredObjects::uid).equals(Optional.of(uid))) {
                throw failure(ApiFailure.Kind.CONFLICT, "uid mismatch: " + uid + " is not there");
            }
            if (live.isEmpty()) {
                Map<String, Object> owned = Manifests.copy(body);
                FieldOwners.own(owned, MANAGER, "Apply");
                return typed(objects.create(kind, key(object), owned), type(object));
            }
            return typed(
                    objects.update(kind, key(object), found -> {
                        checkVersion(version, found);
                        return FieldOwners.apply(found, body, MANAGER);
                    }),
                    type(object));
        });
    }

    @Override
    public <T extends HasMetadata> Uni<T> update(T object) {
        Map<String, Object> body = StoredObjects.tree(object);
        String kind = object.getKind();
        return send(
                "update",
                kind,
                key(object),
                body,
                () -> typed(
                        objects.update(kind, key(object), live -> {
                            checkVersion(Tree.at(body, "metadata", "resourceVersion"), live);
                            return Manifests.copy(body);
                        }),
                        type(object)));
    }

    @Override
    public <T extends HasMetadata> Uni<T> mergePatch(
            Class<T> type, String namespace, String name, Map<String, Object> patch) {
        Map<String, Object> body = StoredObjects.tree(patch);
        return send("patch", kind(type), new ResourceKey(namespace, name), body, () -> {
            @Nullable Object version = Tree.at(body, "metadata", "resourceVersion");
            return typed(
                    objects.update(kind(type), new ResourceKey(namespace, name), live -> {
                        checkVersion(version, live);
                        return MergePatch.apply(live, body);
                    }),
                    type);
        });
    }

    @Override
    public <T extends HasMetadata> Uni<T> mergePatchStatus(
            Class<T> type, String namespace, String name, Map<String, Object> patch) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("status", StoredObjects.tree(patch).get("status"));
        @Nullable Object version = Tree.at(StoredObjects.tree(patch), "metadata", "resourceVersion");
        return send(
                "status",
                kind(type),
                new ResourceKey(namespace, name),
                body,
                () -> typed(
                        objects.update(kind(type), new ResourceKey(namespace, name), live -> {
                            checkVersion(version, live);
                            return MergePatch.apply(live, body);
                        }),
                        type));
    }

    private static void checkVersion(@Nullable Object wanted, Map<String, Object> live) {
        if (wanted != null
                && !Objects.equals(wanted, StoredObjects.metadata(live).get("resourceVersion"))) {
            throw failure(ApiFailure.Kind.CONFLICT, "the object has been modified");
        }
    }

    @Override
    public Uni<Void> applyStatus(HasMetadata seen, Map<String, Object> status) {
        Map<String, Object> body = Map.of("status", status);
        ResourceKey key = new ResourceKey(
                seen.getMetadata().getNamespace(), seen.getMetadata().getName());
        return send("applyStatus", seen.getKind(), key, body, () -> {
                    objects.update(seen.getKind(), key, live -> {
                        checkVersion(seen.getMetadata().getResourceVersion(), live);
                        return MergePatch.apply(live, body);
                    });
                    return true;
                })
                .replaceWithVoid();
    }

    @Override
    public Uni<Boolean> delete(
            Class<? extends HasMetadata> type, String namespace, String name, Preconditions preconditions) {
        return delete(type, namespace, name, preconditions, objects::delete);
    }

    @Override
    public Uni<Boolean> deleteAfterDependents(
            Class<? extends HasMetadata> type, String namespace, String name, Preconditions preconditions) {
        return delete(type, namespace, name, preconditions, objects::deleteAfterDependents);
    }

    private Uni<Boolean> delete(
            Class<? extends HasMetadata> type,
            String namespace,
            String name,
            Preconditions preconditions,
            BiConsumer<String, ResourceKey> deletion) {
        ResourceKey key = new ResourceKey(namespace, name);
        Map<String, Object> body =
                Map.of("uid", preconditions.uid(), "resourceVersion", preconditions.resourceVersion());
        return send("delete", kind(type), key, body, () -> {
            Optional<Map<String, Object>> live = objects.find(kind(type), key);
            if (live.isEmpty() || !StoredObjects.uid(live.get()).equals(preconditions.uid())) {
                return false;
            }
            if (!preconditions.resourceVersion().isEmpty()) {
                checkVersion(preconditions.resourceVersion(), live.get());
            }
            deletion.accept(kind(type), key);
            return true;
        });
    }

    private <R> Uni<R> send(String verb, String kind, ResourceKey key, Map<String, Object> body, Supplier<R> effect) {
        return Uni.createFrom().emitter(answer -> {
            Request request = new Request(verb, kind, key, body);
            requests.add(request);
            int sentOver = connection;
            Latency onItsWay = latency.get();
            after(onItsWay.there(), () -> {
                Optional<Fault> fault = faults.stream()
                        .flatMap(source -> source.apply(request).stream())
                        .findFirst();
                Runnable reply = perform(effect, fault, answer);
                after(onItsWay.back(), () -> {
                    if (sentOver == connection) {
                        reply.run();
                    }
                });
            });
        });
    }

    private static <R> Runnable perform(
            Supplier<R> effect, Optional<Fault> fault, io.smallrye.mutiny.subscription.UniEmitter<? super R> answer) {
        if (fault.isPresent() && !fault.get().takesEffect()) {
            return () -> answer.fail(fault.get().failure());
        }
        try {
            R result = effect.get();
            return () -> {
                if (fault.isPresent()) {
                    answer.fail(fault.get().failure());
                } else {
                    answer.complete(result);
                }
            };
        } catch (ApiFailure refusal) {
            return () -> answer.fail(fault.isPresent() ? fault.get().failure() : refusal);
        }
    }

    private void after(Duration delay, Runnable task) {
        if (delay.isZero()) {
            task.run();
        } else {
            time.after(delay, task);
        }
    }

    private static <T extends HasMetadata> T typed(Map<String, Object> tree, Class<T> type) {
        return StoredObjects.typed(tree, type);
    }

    @SuppressWarnings("unchecked")
    private static <T extends HasMetadata> Class<T> type(T object) {
        return (Class<T>) object.getClass();
    }

    private static String kind(Class<? extends HasMetadata> type) {
        return HasMetadata.getKind(type);
    }

    private static String namespaceFor(Class<?> type, String namespace) {
        return Namespaced.class.isAssignableFrom(type) ? namespace : "";
    }

    private static ResourceKey key(HasMetadata object) {
        return new ResourceKey(
                object.getMetadata().getNamespace(), object.getMetadata().getName());
    }
}
