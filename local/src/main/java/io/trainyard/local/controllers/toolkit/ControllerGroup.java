package io.trainyard.local.controllers.toolkit;

import io.trainyard.local.client.Resource;
import io.trainyard.local.client.cache.ObjectName;
import io.trainyard.local.client.cache.Reflector;
import io.trainyard.local.client.workqueue.WorkQueue;
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
    private final Map<Resource, Reflector> reflectors = new LinkedHashMap<>();
    private final List<WorkQueue<ObjectName>> queues = new ArrayList<>();

    private ControllerGroup() {}

    /** Starts the controllers; completes when they have been told of all that there is. Must be called on an event loop. */
    public static Future<ControllerGroup> start(Cluster cluster, List<Controller> controllers) {
        Context context = Vertx.currentContext();
        if (context == null) {
            throw new IllegalStateException("controllers must be started on an event loop");
        }
        ControllerGroup group = new ControllerGroup();
        group.reflect(cluster, Resource.CUSTOM_RESOURCE_DEFINITIONS);
        cluster.cache(Resource.CUSTOM_RESOURCE_DEFINITIONS)
                .addHandler((before, after) -> group.reflectors.values().forEach(Reflector::wake));
        for (Controller controller : controllers) {
            WorkQueue<ObjectName> queue = new WorkQueue<>(
                    controller.name(),
                    controller::reconcile,
                    cluster.time(),
                    action -> context.runOnContext(nothing -> action.run()));
            group.queues.add(queue);
            for (Watched watched : controller.watches()) {
                group.reflect(cluster, watched.resource());
                cluster.cache(watched.resource()).addHandler((before, after) -> route(watched, queue, before, after));
            }
        }
        return Future.all(
                        group.reflectors.values().stream().map(Reflector::start).toList())
                .map(group)
                .onFailure(cause -> group.stop());
    }

    private void reflect(Cluster cluster, Resource resource) {
        reflectors.computeIfAbsent(
                resource,
                any -> Reflector.ofOptionalKind(cluster.client(), cluster.time(), resource, cluster.cache(resource)));
    }

    private static void route(
            Watched watched,
            WorkQueue<ObjectName> queue,
            @Nullable Map<String, Object> before,
            @Nullable Map<String, Object> after) {
        if (before != null && after != null) {
            watched.keys().apply(before).forEach(queue::addSoon);
            watched.keys().apply(after).forEach(queue::addSoon);
        } else {
            watched.keys().apply(before == null ? after : before).forEach(queue::add);
        }
    }

    /** Ends all watches and timers; reconciles that are under way end by themselves. */
    public void stop() {
        reflectors.values().forEach(Reflector::stop);
        queues.forEach(WorkQueue::stop);
    }
}
