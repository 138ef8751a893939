package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.DeleteOptions;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.ObjectList;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An API server as the behavior suite sees it: one namespace of it, and requests that wait for their answers.
 *
 * @param namespace where the test may do as it likes
 */
record TestApi(ApiClient client, String namespace) {
    static final WriteOptions ALICE = WriteOptions.as("alice");
    static final WriteOptions BOB = WriteOptions.as("bob");

    private static final long LIMIT_SECONDS = 60;

    /** Waits for an answer; a failure is thrown. */
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

    /** Waits for a failure. */
    static ApiException failure(Future<?> future) {
        try {
            Object answer = await(future);
            throw new AssertionError("expected a failure, got " + answer);
        } catch (ApiException e) {
            return e;
        }
    }

    /** An object from YAML, put into the namespace of the test. */
    Map<String, Object> object(String yaml) {
        Map<String, Object> object = Tree.object(Yaml.parse(yaml));
        Tree.put(object, namespace, "metadata", "namespace");
        return object;
    }

    /** An object from YAML. */
    static Map<String, Object> yaml(String text) {
        return Tree.object(Yaml.parse(text));
    }

    /** The fields that a refusal (422) blames. */
    static List<String> fields(ApiException refusal) {
        assertThat(refusal.code()).isEqualTo(422);
        return refusal.causes().stream().map(ApiException.Cause::field).toList();
    }

    /** Creates a pod. */
    Map<String, Object> pod(String name, String spec) {
        return create(Resource.PODS, "{apiVersion: v1, kind: Pod, metadata: {name: " + name + "}, spec: " + spec + "}");
    }

    /** Creates a job. */
    Map<String, Object> job(String name, String spec) {
        return create(
                Resource.JOBS, "{apiVersion: batch/v1, kind: Job, metadata: {name: " + name + "}, spec: " + spec + "}");
    }

    /** Creates a widget. */
    Map<String, Object> widget(String metadata, String spec) {
        return create(
                BehaviorSuite.WIDGETS,
                "{apiVersion: behavior.trainyard.dev/v1, kind: Widget, metadata: " + metadata + ", spec: " + spec
                        + "}");
    }

    Map<String, Object> create(Resource resource, String yaml) {
        return await(client.create(resource, object(yaml), WriteOptions.DEFAULT));
    }

    ApiException refusedCreate(Resource resource, String yaml) {
        return failure(client.create(resource, object(yaml), WriteOptions.DEFAULT));
    }

    Map<String, Object> get(Resource resource, String name) {
        return await(client.get(resource, namespace, name));
    }

    List<String> names(Resource resource, ListOptions options) {
        return list(resource, options).items().stream()
                .map(item -> Tree.text(item, "metadata", "name"))
                .toList();
    }

    ObjectList list(Resource resource, ListOptions options) {
        return await(client.list(resource, namespace, options));
    }

    Map<String, Object> update(Resource resource, Map<String, Object> object) {
        return await(client.update(resource, object, WriteOptions.DEFAULT));
    }

    Map<String, Object> updateStatus(Resource resource, Map<String, Object> object) {
        return await(client.updateStatus(resource, object, WriteOptions.DEFAULT));
    }

    Map<String, Object> patch(Resource resource, String name, PatchType type, String patch) {
        return await(client.patch(resource, namespace, name, type, Yaml.parse(patch), WriteOptions.DEFAULT));
    }

    ApiException refusedPatch(Resource resource, String name, PatchType type, String patch) {
        return failure(client.patch(resource, namespace, name, type, Yaml.parse(patch), WriteOptions.DEFAULT));
    }

    Map<String, Object> apply(Resource resource, WriteOptions options, String yaml) {
        return await(client.apply(resource, object(yaml), options));
    }

    ApiException refusedApply(Resource resource, WriteOptions options, String yaml) {
        return failure(client.apply(resource, object(yaml), options));
    }

    Map<String, Object> delete(Resource resource, String name, DeleteOptions options) {
        return await(client.delete(resource, namespace, name, options));
    }

    boolean exists(Resource resource, String name) {
        return await(client.get(resource, namespace, name)
                .map(true)
                .recover(failure -> failure instanceof ApiException known && known.isNotFound()
                        ? Future.succeededFuture(false)
                        : Future.failedFuture(failure)));
    }

    Map<String, Object> send(ApiCall call) {
        return await(client.send(call));
    }

    /** The entry of a manager in {@code managedFields}; empty when there is none. */
    static Map<String, Object> owned(Map<String, Object> object, String manager) {
        return Tree.objects(object, "metadata", "managedFields").stream()
                .filter(entry -> manager.equals(entry.get("manager")))
                .findFirst()
                .map(entry -> Tree.child(entry, "fieldsV1"))
                .orElse(Map.of());
    }

    static String version(Map<String, Object> object) {
        String version = Tree.text(object, "metadata", "resourceVersion");
        assertThat(version).isNotEmpty();
        return version;
    }
}
