package io.trainyard.local.scenario;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.DeleteOptions;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One namespace of a world with controllers, in which a scenario plays: it creates objects, lets pods end, and waits for what comes of it.
 * Pods become Running by themselves once they have a node, and end when the scenario says so. The methods block.
 */
public final class Stage implements AutoCloseable {
    private static final long LIMIT_SECONDS = 60;

    private final ApiClient client;
    private final String namespace;
    private final Map<Resource, Onlooker> onlookers = new LinkedHashMap<>();

    public Stage(ApiClient client, String namespace) {
        this.client = client;
        this.namespace = namespace;
        onlooker(Resource.PODS);
    }

    static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ApiException failure) {
                throw failure;
            }
            throw new AssertionError(e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("no answer within " + LIMIT_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private Onlooker onlooker(Resource resource) {
        return onlookers.computeIfAbsent(resource, any -> new Onlooker(client, resource, namespace));
    }

    public String namespace() {
        return namespace;
    }

    /** Creates an object from YAML, in the namespace of this stage. */
    public Map<String, Object> create(Resource resource, String yaml) {
        Map<String, Object> object = Tree.object(Yaml.parse(yaml));
        Tree.put(object, namespace, "metadata", "namespace");
        return await(client.create(resource, object, WriteOptions.as("scenario")));
    }

    public Map<String, Object> get(Resource resource, String name) {
        return await(client.get(resource, namespace, name));
    }

    /** Merges YAML into an object. */
    public Map<String, Object> patch(Resource resource, String name, String yaml) {
        return await(client.patch(
                resource, namespace, name, PatchType.MERGE, Yaml.parse(yaml), WriteOptions.as("scenario")));
    }

    /** Merges a tree into an object. */
    public Map<String, Object> merge(Resource resource, String name, Map<String, Object> patch) {
        return await(client.patch(resource, namespace, name, PatchType.MERGE, patch, WriteOptions.as("scenario")));
    }

    public void delete(Resource resource, String name, DeleteOptions options) {
        await(client.delete(resource, namespace, name, options));
    }

    /** Waits until the object is there and as it should be. */
    public Map<String, Object> await(
            Resource resource, String name, String what, Predicate<Map<String, Object>> condition) {
        return onlooker(resource).await(what + " of " + name, objects -> objects.stream()
                .filter(object -> Tree.text(object, "metadata", "name").equals(name))
                .filter(condition)
                .findFirst()
                .orElse(null));
    }

    /** Waits until the objects of a kind are as they should be; the function gives null until they are. */
    public <T> T awaitAll(
            Resource resource, String what, Function<Collection<Map<String, Object>>, @Nullable T> search) {
        return onlooker(resource).await(what, search);
    }

    /** Waits until there is no such object. */
    public void awaitGone(Resource resource, String name) {
        onlooker(resource)
                .await(
                        "end of " + name,
                        objects -> objects.stream().anyMatch(object -> Tree.text(object, "metadata", "name")
                                        .equals(name))
                                ? null
                                : true);
    }

    /** Waits until the condition of this type is True. */
    public Map<String, Object> awaitCondition(Resource resource, String name, String type) {
        return await(resource, name, "condition " + type, object -> hasCondition(object, type, "True"));
    }

    public static boolean hasCondition(Map<String, Object> object, String type, String status) {
        return Tree.objects(object, "status", "conditions").stream()
                .anyMatch(condition -> type.equals(condition.get("type")) && status.equals(condition.get("status")));
    }

    /** Waits until exactly so many pods run that are not being deleted, and gives them ordered by name. */
    public List<Map<String, Object>> awaitRunning(int count) {
        return awaitAll(Resource.PODS, count + " running pods", pods -> {
            List<Map<String, Object>> running = pods.stream()
                    .filter(Stage::isRunning)
                    .sorted(java.util.Comparator.comparing(pod -> Tree.text(pod, "metadata", "name")))
                    .toList();
            return running.size() == count ? running : null;
        });
    }

    /** Waits until the pod of this completion index runs. */
    public Map<String, Object> awaitRunningIndex(String job, int index) {
        return awaitRunningIndex(job, index, "");
    }

    /** Waits until another pod of this completion index runs than the one with this uid. */
    public Map<String, Object> awaitRunningIndex(String job, int index, String otherUid) {
        return awaitAll(Resource.PODS, "running pod " + index + " of " + job, pods -> pods.stream()
                .filter(Stage::isRunning)
                .filter(pod -> Tree.text(pod, "metadata", "labels", "batch.kubernetes.io/job-name")
                        .equals(job))
                .filter(pod -> Tree.text(pod, "metadata", "annotations", "batch.kubernetes.io/job-completion-index")
                        .equals(Integer.toString(index)))
                .filter(pod -> !Tree.text(pod, "metadata", "uid").equals(otherUid))
                .findFirst()
                .orElse(null));
    }

    private static boolean isRunning(Map<String, Object> pod) {
        return Tree.text(pod, "status", "phase").equals("Running")
                && Tree.at(pod, "metadata", "deletionTimestamp") == null;
    }

    /** Lets a pod end. */
    public void end(Map<String, Object> pod, Ending ending) {
        patch(
                Resource.PODS,
                Tree.text(pod, "metadata", "name"),
                "{metadata: {annotations: {sim/outcome: " + ending.outcome() + "}}}");
    }

    /** Waits for the pod of this completion index and lets it end. */
    public Map<String, Object> endIndex(String job, int index, Ending ending) {
        Map<String, Object> pod = awaitRunningIndex(job, index);
        end(pod, ending);
        return pod;
    }

    /** The pods that there are. */
    List<Map<String, Object>> podsPresent() {
        return onlooker(Resource.PODS).present();
    }

    /** Creates an object from YAML that belongs to no namespace. */
    void createInCluster(Resource resource, String yaml) {
        await(client.create(resource, Tree.object(Yaml.parse(yaml)), WriteOptions.as("scenario")));
    }

    /** All pods that there have been. */
    List<Map<String, Object>> podsEverSeen() {
        return onlooker(Resource.PODS).everSeen();
    }

    @Override
    public void close() {
        onlookers.values().forEach(Onlooker::close);
    }
}
