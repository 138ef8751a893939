package io.trainyard.launcher.judgement;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.trainyard.core.admission.AdmissionWebhooks;
import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.admission.LocalWebhooks;
import io.trainyard.local.admission.LocalAdmission;
import io.trainyard.local.api.LocalApiOptions;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.api.request.AdmissionHook;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.trainyard.local.controllers.ControllerOptions;
import io.trainyard.local.definitions.Definitions;
import io.trainyard.local.time.RealTime;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The API server of a local run, with its webhooks and all plugins that come with Trainyard. */
final class LocalCourt implements AutoCloseable {
    private static final String NAMESPACE = "judgement";

    private final Vertx vertx = Vertx.vertx();
    private final LocalApiServer server;
    private final KubernetesClient client;

    private LocalCourt() {
        LocalWebhooks webhooks = new LocalWebhooks(vertx.getOrCreateContext(), new RealTime(vertx));
        LocalApiOptions options = LocalAdmission.addTo(LocalApiOptions.DEFAULT, ControllerOptions.DEFAULT)
                .withDefinitions(Definitions.load());
        for (AdmissionHook hook : webhooks.hooks()) {
            options = options.withHook(hook);
        }
        server = await(LocalApiServer.start(vertx, options));
        await(server.client("test")
                .create(Resource.NAMESPACES, Tree.of("metadata", Tree.of("name", NAMESPACE)), WriteOptions.DEFAULT));
        client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(io.fabric8.kubernetes.client.Config.empty())
                        .withMasterUrl(server.url())
                        .withOauthToken(server.token())
                        .build())
                .build();
        webhooks.serve(new AdmissionWebhooks(
                new ServedRuntimes(server), AllPlugins.started(), AdmissionSettings.DEFAULT, new RealTime(vertx)));
        new Court(client, NAMESPACE).prepare();
    }

    static LocalCourt start() {
        return new LocalCourt();
    }

    Verdict create(Map<String, Object> object) {
        return new Court(client, NAMESPACE).create(object);
    }

    Verdict judge(Input input) {
        return new Court(client, NAMESPACE).judge(input);
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Override
    public void close() {
        client.close();
        await(server.stop());
        await(vertx.close());
    }
}
