package io.trainyard.dashboard.api;

import io.smallrye.mutiny.Uni;
import io.trainyard.dashboard.access.Identity;
import io.trainyard.dashboard.access.Right;
import io.trainyard.dashboard.access.Scope;
import io.trainyard.dashboard.feed.LiveFeed;
import io.trainyard.dashboard.view.ClusterView;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.dashboard.view.JobViews;
import io.trainyard.dashboard.view.PageJson;
import io.trainyard.dashboard.view.RuntimeRow;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runtimes, machines, queues, the controller. */
final class ClusterRoutes {
    private final JobViews views;
    private final LiveFeed feed;
    private final Gate gate;
    private final Turn turn;

    ClusterRoutes(JobViews views, LiveFeed feed, Gate gate, Turn turn) {
        this.views = views;
        this.feed = feed;
        this.gate = gate;
        this.turn = turn;
    }

    void addTo(Router router) {
        router.get("/runtimes").handler(turn.json(this::runtimes));
        router.get("/cluster").handler(turn.json(this::cluster));
        router.get("/controller").handler(turn.json(this::controller));
    }

    private Uni<Map<String, Object>> runtimes(RoutingContext request) {
        return gate.user(request).chain(who -> views.runtimes().chain(all -> visible(who, all)));
    }

    private Uni<Map<String, Object>> visible(Identity who, List<RuntimeRow> all) {
        List<String> namespaces = all.stream()
                .map(RuntimeRow::namespace)
                .filter(namespace -> !namespace.isEmpty())
                .distinct()
                .toList();
        return Uni.combine()
                .all()
                .unis(
                        gate.allowed(who, Right.LIST_CLUSTER_RUNTIMES, ""),
                        gate.asking(access -> Scope.of(access, who, Right.LIST_RUNTIMES, namespaces)))
                .with((cluster, scope) -> Map.of(
                        "runtimes",
                        PageJson.all(
                                all.stream()
                                        .filter(row ->
                                                row.namespace().isEmpty() ? cluster : scope.contains(row.namespace()))
                                        .toList(),
                                PageJson::of)));
    }

    private Uni<Map<String, Object>> cluster(RoutingContext request) {
        return gate.user(request).emitOn(turn::run).chain(who -> Uni.combine()
                .all()
                .unis(
                        views.cluster(),
                        gate.allowed(who, Right.LIST_NODES, ""),
                        gate.asking(access -> Scope.of(
                                access, who, Right.LIST_JOBS, feed.feed().namespaces())))
                .with((all, nodes, jobs) -> visible(all, nodes, jobs)));
    }

    private static Map<String, Object> visible(ClusterView cluster, boolean nodes, Scope jobs) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put(
                "nodes",
                nodes
                        ? cluster.nodes().stream()
                                .map(node -> PageJson.of(new ClusterView.Node(
                                        node.name(),
                                        node.device(),
                                        node.accelerators(),
                                        visible(node.jobs(), jobs),
                                        node.problem())))
                                .toList()
                        : List.of());
        tree.put(
                "queues",
                cluster.queues().stream()
                        .filter(queue -> jobs.contains(queue.namespace()))
                        .map(queue -> PageJson.of(new ClusterView.Queue(
                                queue.namespace(),
                                queue.name(),
                                queue.accelerators(),
                                visible(queue.admitted(), jobs),
                                visible(queue.waiting(), jobs))))
                        .toList());
        tree.put("hidden", nodes ? List.of() : List.of("nodes"));
        return tree;
    }

    private static List<JobKey> visible(List<JobKey> keys, Scope scope) {
        return keys.stream().filter(key -> scope.contains(key.namespace())).toList();
    }

    private Uni<Map<String, Object>> controller(RoutingContext request) {
        return gate.user(request).chain(who -> views.controller().map(PageJson::of));
    }
}
