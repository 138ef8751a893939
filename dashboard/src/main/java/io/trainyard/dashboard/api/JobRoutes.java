package io.trainyard.dashboard.api;

import io.smallrye.mutiny.Uni;
import io.trainyard.dashboard.access.Identity;
import io.trainyard.dashboard.access.Right;
import io.trainyard.dashboard.access.Scope;
import io.trainyard.dashboard.access.SecretMask;
import io.trainyard.dashboard.feed.LiveFeed;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.dashboard.view.JobSpec;
import io.trainyard.dashboard.view.JobViews;
import io.trainyard.dashboard.view.PageJson;
import io.trainyard.foundation.name.DnsName;
import io.trainyard.foundation.yaml.YamlWriter;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lists of jobs, and single ones. Who may not see pods, events or what a job became sees the rest, and which parts are hidden. */
final class JobRoutes {
    private static final String JOB = "/jobs/:namespace/:name";

    private final JobViews views;
    private final LiveFeed feed;
    private final Gate gate;
    private final Turn turn;

    JobRoutes(JobViews views, LiveFeed feed, Gate gate, Turn turn) {
        this.views = views;
        this.feed = feed;
        this.gate = gate;
        this.turn = turn;
    }

    void addTo(Router router) {
        router.get("/overview").handler(turn.json(this::overview));
        router.get("/jobs").handler(turn.json(this::list));
        router.get(JOB).handler(turn.json(this::job));
        router.get(JOB + "/pods").handler(turn.json(request -> part(request, "pods", Right.LIST_PODS)));
        router.get(JOB + "/events").handler(turn.json(request -> part(request, "events", Right.LIST_EVENTS)));
        router.get(JOB + "/metrics").handler(turn.json(this::metrics));
        router.get(JOB + "/spec").handler(turn.json(this::spec));
    }

    /** The job that a path names. Fails with {@link ApiException} when no job can have that name, so such a name reaches no cache and no request. */
    static JobKey key(RoutingContext request) {
        JobKey key = new JobKey(request.pathParam("namespace"), request.pathParam("name"));
        if (!DnsName.isLabel(key.namespace()) || !DnsName.isSubdomain(key.name())) {
            throw ApiException.notFound("TrainJob " + Gate.printable(key.toString()));
        }
        return key;
    }

    static Map<String, String> parameters(RoutingContext request) {
        Map<String, String> parameters = new LinkedHashMap<>();
        request.queryParams().forEach(entry -> {
            if (parameters.putIfAbsent(entry.getKey(), entry.getValue()) != null) {
                throw ApiException.badRequest(
                        Gate.printable(entry.getKey()) + ": given twice; separate several values with commas");
            }
        });
        return parameters;
    }

    /** In which namespaces the asker may list jobs; fails while the jobs are not known. */
    private Uni<Scope> scope(RoutingContext request) {
        return gate.user(request).emitOn(turn::run).chain(who -> {
            if (!feed.isReady()) {
                throw ApiException.notReady("the jobs are still being read");
            }
            return gate.asking(
                    access -> Scope.of(access, who, Right.LIST_JOBS, feed.feed().namespaces()));
        });
    }

    private Uni<Map<String, Object>> overview(RoutingContext request) {
        return scope(request).emitOn(turn::run).map(scope -> feed.overview(scope)
                .tree());
    }

    private Uni<Map<String, Object>> list(RoutingContext request) {
        JobQuery query = JobQuery.of(parameters(request));
        return scope(request).emitOn(turn::run).map(scope -> {
            JobQuery.Page page = query.page(feed.feed().rows().stream()
                    .filter(row -> scope.contains(row.key().namespace()))
                    .toList());
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("jobs", PageJson.all(page.rows(), PageJson::of));
            tree.put("total", page.total());
            page.next().ifPresent(next -> tree.put("continue", next));
            return tree;
        });
    }

    private Uni<Map<String, Object>> job(RoutingContext request) {
        JobKey key = key(request);
        return gate.userWith(request, Right.GET_JOB, key.namespace())
                .chain(who -> tree(key).chain(tree -> visible(who, key, tree)));
    }

    private Uni<Map<String, Object>> tree(JobKey key) {
        return views.job(key)
                .map(found -> PageJson.of(
                        found.orElseThrow(() -> ApiException.notFound("TrainJob " + Gate.printable(key.toString())))));
    }

    private Uni<Map<String, Object>> visible(Identity who, JobKey key, Map<String, Object> tree) {
        return Uni.combine()
                .all()
                .unis(
                        gate.allowed(who, Right.LIST_PODS, key.namespace()),
                        gate.allowed(who, Right.READ_LOGS, key.namespace()),
                        gate.allowed(who, Right.LIST_EVENTS, key.namespace()))
                .with((pods, logs, events) -> {
                    List<String> hidden = new ArrayList<>();
                    if (!pods) {
                        hidden.addAll(List.of("pods", "ranks", "steps"));
                    }
                    if (!events) {
                        hidden.add("events");
                    }
                    if (!pods || !logs || !events) {
                        // The reason of a failure is taken from pods, logs and events.
                        hidden.add("why");
                    }
                    Map<String, Object> copy = new LinkedHashMap<>(tree);
                    hidden.forEach(copy::remove);
                    copy.put("hidden", hidden);
                    return SecretMask.mask(copy);
                });
    }

    private Uni<Map<String, Object>> part(RoutingContext request, String name, Right right) {
        JobKey key = key(request);
        return gate.userWith(request, Right.GET_JOB, key.namespace())
                .chain(who -> gate.userWith(request, right, key.namespace()))
                .chain(() -> tree(key))
                .map(tree -> SecretMask.mask(Map.of(name, tree.getOrDefault(name, List.of()))));
    }

    private Uni<Map<String, Object>> metrics(RoutingContext request) {
        JobKey key = key(request);
        return gate.userWith(request, Right.GET_JOB, key.namespace())
                .chain(() -> views.metrics(key))
                .map(PageJson::of);
    }

    private Uni<Map<String, Object>> spec(RoutingContext request) {
        JobKey key = key(request);
        return gate.userWith(request, Right.GET_JOB, key.namespace()).chain(who -> views.spec(key)
                .map(found ->
                        found.orElseThrow(() -> ApiException.notFound("TrainJob " + Gate.printable(key.toString()))))
                .chain(spec -> spec(who, key, spec)));
    }

    private Uni<Map<String, Object>> spec(Identity who, JobKey key, JobSpec spec) {
        Right runtimes = "ClusterTrainingRuntime".equals(spec.runtime().get("kind"))
                ? Right.LIST_CLUSTER_RUNTIMES
                : Right.LIST_RUNTIMES;
        return Uni.combine()
                .all()
                .unis(
                        gate.allowed(who, runtimes, key.namespace()),
                        gate.allowed(who, Right.LIST_JOBSETS, key.namespace()))
                .with((runtime, objects) -> {
                    Map<String, Object> tree = new LinkedHashMap<>();
                    tree.put("written", yaml(spec.written()));
                    tree.put("runtime", runtime ? yaml(spec.runtime()) : "");
                    tree.put(
                            "objects",
                            objects
                                    ? spec.objects().stream()
                                            .map(JobRoutes::object)
                                            .toList()
                                    : List.of());
                    tree.put("origins", objects ? spec.origins() : Map.of());
                    tree.put("hidden", runtime && objects ? List.of() : List.of("runtime or objects"));
                    return tree;
                });
    }

    private static Map<String, Object> object(Map<String, Object> object) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("kind", String.valueOf(object.get("kind")));
        tree.put("yaml", yaml(object));
        return tree;
    }

    private static String yaml(Map<String, Object> object) {
        return object.isEmpty() ? "" : YamlWriter.write(SecretMask.mask(object));
    }
}
