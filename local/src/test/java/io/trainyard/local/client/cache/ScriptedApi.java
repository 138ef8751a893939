package io.trainyard.local.client.cache;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.Watch;
import io.trainyard.local.client.WatchEvent;
import io.trainyard.local.client.WatchHandler;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An API server whose answers a test decides. Objects are written {@code name:version}. */
final class ScriptedApi implements ApiClient {
    private final List<String> requests = new ArrayList<>();
    private List<Object> objects = List.of();
    private long version = 5;
    private WatchHandler watcher;
    private ApiException failure;
    private ApiException watchFailure;

    List<String> requests() {
        return List.copyOf(requests);
    }

    void objects(String... texts) {
        objects = new ArrayList<>();
        for (String text : texts) {
            objects.add(object(text));
            version = Math.max(version, Long.parseLong(text.split(":")[1]));
        }
    }

    static Map<String, Object> object(String text) {
        String[] parts = text.split(":");
        return Tree.of(
                "metadata",
                Tree.of("namespace", "demo", "name", parts[0], "uid", "u-" + parts[0], "resourceVersion", parts[1]));
    }

    void added(String text) {
        watcher.event(new WatchEvent(WatchEvent.Type.ADDED, object(text)));
    }

    void deleted(String text) {
        watcher.event(new WatchEvent(WatchEvent.Type.DELETED, object(text)));
    }

    void endWatch(Optional<ApiException> why) {
        WatchHandler ended = watcher;
        watcher = null;
        ended.end(why);
    }

    /** Null for answers without failures. */
    void failWith(ApiException problem) {
        failure = problem;
    }

    /** Null for watches that open. */
    void failWatchesWith(ApiException problem) {
        watchFailure = problem;
    }

    @Override
    public Future<Map<String, Object>> send(ApiCall call) {
        requests.add("list");
        return failure != null
                ? Future.failedFuture(failure)
                : Future.succeededFuture(
                        Tree.of("items", objects, "metadata", Tree.of("resourceVersion", Long.toString(version))));
    }

    @Override
    public Future<Watch> watch(ApiCall call, WatchHandler handler) {
        requests.add("watch from " + call.query().get("resourceVersion"));
        if (watchFailure != null) {
            return Future.failedFuture(watchFailure);
        }
        watcher = handler;
        return Future.succeededFuture(() -> {});
    }
}
