package io.trainyard.local.controllers.toolkit;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.cache.Indexer;
import io.trainyard.local.client.record.EventRecorder;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** The cluster as controllers see it. One for all controllers of a process, so that each sees at once what another has written. */
public final class Cluster {
    private final ApiClient client;
    private final TimeSource time;
    private final Map<Resource, Indexer> caches = new LinkedHashMap<>();

    public Cluster(ApiClient client, TimeSource time) {
        this.client = client;
        this.time = time;
    }

    /** The objects of a kind; complete only for kinds that some controller watches. */
    public Indexer cache(Resource resource) {
        return caches.computeIfAbsent(resource, any -> new Indexer());
    }

    /**
     * Writes as this field manager, which is that of the real controller.
     *
     * @param manager such as {@code kube-controller-manager}
     */
    public ObjectWriter writer(String manager) {
        return new ObjectWriter(this, client, manager);
    }

    /**
     * Tells users what happens.
     *
     * @param component who says it, such as {@code job-controller}
     */
    public EventRecorder events(String component) {
        return new EventRecorder(client, time, component, "");
    }

    public TimeSource time() {
        return time;
    }

    /** What time it is. */
    public Instant now() {
        return time.now();
    }

    ApiClient client() {
        return client;
    }
}
