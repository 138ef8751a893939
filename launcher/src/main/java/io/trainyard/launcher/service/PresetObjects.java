package io.trainyard.launcher.service;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.WriteOptions;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What users and the Python SDK expect of a cluster on which Trainyard is installed: runtimes, and the release of the API. Fields that a user has changed
 * stay as they are.
 */
final class PresetObjects {
    private static final Logger LOG = LoggerFactory.getLogger(PresetObjects.class);
    private static final WriteOptions AS_INSTALLER = WriteOptions.as("trainyard-up");
    private static final String SYSTEM = "kubeflow-system";
    private static final String API_RELEASE = "v2.3.0";

    private final LocalApiServer server;
    private final ApiClient client;

    PresetObjects(LocalApiServer server) {
        this.server = server;
        this.client = server.client("trainyard-up");
    }

    /**
     * The objects of any installation, and these runtimes.
     *
     * @param version of Trainyard
     */
    static List<Map<String, Object>> with(List<Map<String, Object>> runtimes, String version) {
        List<Map<String, Object>> objects = new ArrayList<>();
        objects.add(Tree.of("apiVersion", "v1", "kind", "Namespace", "metadata", Tree.of("name", SYSTEM)));
        objects.add(Tree.of(
                "apiVersion",
                "v1",
                "kind",
                "ConfigMap",
                "metadata",
                Tree.of("name", "kubeflow-trainer-public", "namespace", SYSTEM),
                "data",
                Tree.of("kubeflow_trainer_version", API_RELEASE, "trainyard_version", version)));
        objects.addAll(runtimes);
        return objects;
    }

    /** Applies them one after the other. */
    Future<Void> apply(List<Map<String, Object>> objects) {
        Future<Void> applied = Future.succeededFuture();
        for (Map<String, Object> object : objects) {
            applied = applied.compose(done -> apply(object));
        }
        return applied;
    }

    private Future<Void> apply(Map<String, Object> object) {
        // As a request over the network would bring it.
        Map<String, Object> tree = Tree.object(Objects.requireNonNull(Json.parse(Json.bytes(object))));
        tree.remove("status");
        Tree.remove(tree, "metadata", "managedFields");
        String name = Tree.text(tree, "kind") + " " + Tree.text(tree, "metadata", "name");
        return server.kind(Tree.text(tree, "apiVersion"), Tree.text(tree, "kind"))
                .compose(kind -> kind.map(type -> client.apply(type.resource(), tree, AS_INSTALLER))
                        .orElseGet(() ->
                                Future.failedFuture(new IllegalStateException("this server knows no kind of " + name))))
                .<Void>mapEmpty()
                .recover(failure -> {
                    if (failure instanceof ApiException refusal && refusal.isConflict()) {
                        LOG.info("{} was changed by somebody and stays so", name);
                        return Future.succeededFuture();
                    }
                    return Future.failedFuture(failure);
                });
    }
}
