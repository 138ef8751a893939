package io.trainyard.local.behavior;

import static org.awaitility.Durations.ONE_MINUTE;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.HttpApiClient;
import io.trainyard.local.client.Kubeconfig;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.trainyard.testcluster.TestCluster;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/** A real API server that serves the kind of the suite. */
final class RealConnection implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final HttpApiClient client;

    RealConnection(TestCluster cluster) {
        try {
            client = HttpApiClient.connect(vertx, Kubeconfig.read(cluster.kubeconfig()), "suite/1.0");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        BehaviorSuite.definitions().forEach(this::define);
        for (Resource resource : List.of(BehaviorSuite.WIDGETS, BehaviorSuite.GUARDS, BehaviorSuite.TRAIN_JOBS)) {
            Awaitility.await().atMost(ONE_MINUTE).ignoreExceptions().until(() -> {
                TestApi.await(client.list(resource, "", ListOptions.ALL));
                return true;
            });
        }
    }

    private void define(Map<String, Object> definition) {
        String name = Tree.text(definition, "metadata", "name");
        TestApi.await(client.create(Resource.CUSTOM_RESOURCE_DEFINITIONS, definition, WriteOptions.DEFAULT)
                .recover(failure -> failure instanceof ApiException known && known.isAlreadyExists()
                        ? Future.succeededFuture(definition)
                        : Future.failedFuture(failure)));
        Awaitility.await()
                .atMost(ONE_MINUTE)
                .until(() -> TestApi.await(client.get(Resource.CUSTOM_RESOURCE_DEFINITIONS, "", name)
                        .map(current -> Tree.objects(current, "status", "conditions").stream()
                                .anyMatch(condition -> "Established".equals(condition.get("type"))
                                        && "True".equals(condition.get("status"))))));
    }

    HttpApiClient client() {
        return client;
    }

    @Override
    public void close() {
        TestApi.await(vertx.close());
    }
}
