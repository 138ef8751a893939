package io.trainyard.launcher.run;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.Resource;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;

/** The end of an object whose deletion was asked for, and which may stay for long. On one event loop. */
final class Disappearance {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

    private final ApiClient client;
    private final TimeSource time;
    private final Resource resource;
    private final String namespace;
    private final String name;
    private final Promise<Void> gone = Promise.promise();

    private Disappearance(ApiClient client, TimeSource time, Resource resource, String namespace, String name) {
        this.client = client;
        this.time = time;
        this.resource = resource;
        this.namespace = namespace;
        this.name = name;
    }

    /** Completes when there is no such object any more; fails when that cannot be found out. */
    static Future<Void> of(ApiClient client, TimeSource time, Resource resource, String namespace, String name) {
        Disappearance awaited = new Disappearance(client, time, resource, namespace, name);
        awaited.lookLater();
        return awaited.gone.future();
    }

    private void lookLater() {
        time.after(POLL_INTERVAL, () -> client.get(resource, namespace, name)
                .onSuccess(there -> lookLater())
                .onFailure(failure -> {
                    if (failure instanceof ApiException none && none.isNotFound()) {
                        gone.complete();
                    } else {
                        gone.fail(failure);
                    }
                }));
    }
}
