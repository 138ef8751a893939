package io.trainyard.core.kube;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** New Vert.x contexts that are nobody else's; a deployed verticle is the one public way to get them. */
public final class DedicatedContexts {
    private final Vertx vertx;
    private final String deployment;
    private final List<Context> contexts;

    private DedicatedContexts(Vertx vertx, String deployment, List<Context> contexts) {
        this.vertx = vertx;
        this.deployment = deployment;
        this.contexts = contexts;
    }

    /** As many contexts as the options say instances. */
    public static Future<DedicatedContexts> open(Vertx vertx, DeploymentOptions options) {
        List<Context> contexts = new CopyOnWriteArrayList<>();
        return vertx.deployVerticle(() -> new Owner(contexts), options)
                .map(deployment -> new DedicatedContexts(vertx, deployment, contexts));
    }

    /** One of them, by its number from 0. */
    public Context get(int index) {
        return contexts.get(index);
    }

    int size() {
        return contexts.size();
    }

    /** Gives them back; what runs on them ends by itself. */
    public Future<Void> close() {
        return vertx.undeploy(deployment);
    }

    /** Does nothing but own a context. */
    private static final class Owner extends AbstractVerticle {
        private final List<Context> contexts;

        private Owner(List<Context> contexts) {
            this.contexts = contexts;
        }

        @Override
        public void start() {
            contexts.add(context);
        }
    }
}
