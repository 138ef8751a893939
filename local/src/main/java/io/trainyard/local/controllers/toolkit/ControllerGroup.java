package io.trainyard.local.controllers.toolkit;

import io.trainyard.local.client.Resource;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Controllers that share the caches of one {@link Cluster}. Lives on the context on which it is started. */
public final class ControllerGroup {
    private final Map<Resource, KindFollower> followers = new LinkedHashMap<>();
    private final List<PassQueue> queues = new ArrayList<>();

    private ControllerGroup() {}

    /** Starts the controllers; completes when they have been told of all that there is. Must be called on an event loop. */
    public static Future<ControllerGroup> start(Cluster cluster, List<Controller> controllers) {
        Context context = Vertx.currentContext();
        if (context == null) {
            throw new IllegalStateException("controllers must be started on an event loop");
        }
        ControllerGroup group = new ControllerGroup();
        group.follow(cluster, Resource.CUSTOM_RESOURCE_DEFINITIONS);
        cluster.cache(Resource.CUSTOM_RESOURCE_DEFINITIONS)
                .listen((before, after) -> group.followers.values().forEach(KindFollower::wake));
        for (Controller controller : controllers) {
            PassQueue queue = new PassQueue(controller, cluster.time(), context);
            group.queues.add(queue);
            for (Watched watched : controller.watches()) {
                group.follow(cluster, watched.resource());
                cluster.cache(watched.resource()).listen((before, after) -> route(watched, queue, before, after));
            }
        }
        return Future.all(group.followers.values().stream()
                        .map(KindFollower::start)
                        .toList())
                .map(group)
                .onFailure(cause -> group.stop());
    }

    private void follow(Cluster cluster, Resource resource) {
        followers.computeIfAbsent(
                resource, any -> new KindFollower(cluster.client(), cluster.time(), resource, cluster.cache(resource)));
    }

    private static void route(
            Watched watched,
            PassQueue queue,
            @Nullable Map<String, Object> before,
            @Nullable Map<String, Object> after) {
        if (before != null && after != null) {
            watched.keys().apply(before).forEach(queue::addSoon);
            watched.keys().apply(after).forEach(queue::addSoon);
        } else {
            watched.keys().apply(before == null ? after : before).forEach(queue::add);
        }
    }

    /** Ends all watches and timers; passes that are under way end by themselves. */
    public void stop() {
        followers.values().forEach(KindFollower::stop);
        queues.forEach(PassQueue::stop);
    }
}
