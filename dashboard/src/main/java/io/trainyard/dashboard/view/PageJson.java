package io.trainyard.dashboard.view;

import io.trainyard.core.view.JobSummary;
import io.trainyard.core.view.ViewJson;
import io.trainyard.foundation.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The JSON of this package, in the manner of {@link ViewJson}: names of fields are stable, what is not known is left out, lists are there even if
 * they are empty. Pure.
 */
public final class PageJson {
    private PageJson() {}

    /** Which job. */
    public static Map<String, Object> of(JobKey key) {
        return tree("namespace", key.namespace(), "name", key.name());
    }

    /** A row: the fields of its summary, and more. */
    public static Map<String, Object> of(JobRow row) {
        JobSummary summary = row.summary();
        Map<String, Object> tree = new LinkedHashMap<>(ViewJson.of(summary));
        tree.put("sentence", row.why());
        tree.put("problem", row.problem());
        tree.put("framework", row.framework());
        tree.put("deprecated", row.deprecated());
        tree.put("owner", row.owner());
        tree.put("labels", row.labels());
        tree.put("accelerators", of(row.accelerators()));
        row.running().ifPresent(time -> tree.put("running", time.toString()));
        return tree;
    }

    /** So many of so many. */
    public static Map<String, Object> of(Count count) {
        return tree("have", count.have(), "want", count.want());
    }

    /** A whole job; {@code conditions}, {@code steps}, {@code pods}, {@code ranks} and {@code events} as {@link ViewJson} writes them. */
    public static Map<String, Object> of(JobPage page) {
        Map<String, Object> tree = new LinkedHashMap<>(of(page.row()));
        Map<String, Object> detail = ViewJson.of(page.detail());
        detail.forEach(tree::putIfAbsent);
        tree.put("notes", all(page.notes(), PageJson::note));
        return tree;
    }

    private static Map<String, Object> note(JobPage.Note note) {
        boolean web = note.link().startsWith("https://") || note.link().startsWith("http://");
        return tree("source", note.source(), "text", note.text(), "link", web ? note.link() : "");
    }

    /** Reported values; points are lists of time in milliseconds, step (-1: none) and value. */
    public static Map<String, Object> of(JobMetrics metrics) {
        Map<String, Object> tree = tree(
                "complete", metrics.complete(),
                "series", all(metrics.series(), PageJson::series),
                "durations", all(metrics.durations(), PageJson::series));
        metrics.first()
                .ifPresent(first -> tree.put("first", tree("at", first.at().toString(), "step", first.step())));
        return tree;
    }

    private static Map<String, Object> series(JobMetrics.Series series) {
        List<Object> points = new ArrayList<>(series.points().size());
        for (JobMetrics.Point point : series.points()) {
            if (Double.isFinite(point.value())) {
                points.add(List.of(point.at(), point.step(), point.value()));
            }
        }
        return tree("name", series.name(), "rank", series.rank(), "points", points);
    }

    /** A runtime. */
    public static Map<String, Object> of(RuntimeRow runtime) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("kind", runtime.kind());
        tree.put("namespace", runtime.namespace());
        tree.put("name", runtime.name());
        tree.put("framework", runtime.framework());
        tree.put("policies", runtime.policies());
        tree.put("images", runtime.images());
        tree.put("jobs", runtime.jobs());
        tree.put("deprecated", runtime.deprecated());
        tree.put("problems", runtime.problems());
        return tree;
    }

    /** A machine. */
    public static Map<String, Object> of(ClusterView.Node node) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", node.name());
        tree.put("device", node.device());
        tree.put("accelerators", of(node.accelerators()));
        tree.put("jobs", all(node.jobs(), PageJson::of));
        tree.put("problem", node.problem());
        return tree;
    }

    /** A queue. */
    public static Map<String, Object> of(ClusterView.Queue queue) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("namespace", queue.namespace());
        tree.put("name", queue.name());
        tree.put("accelerators", of(queue.accelerators()));
        tree.put("admitted", all(queue.admitted(), PageJson::of));
        tree.put("waiting", all(queue.waiting(), PageJson::of));
        return tree;
    }

    /** The controller. */
    public static Map<String, Object> of(ControllerView controller) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("version", controller.version());
        tree.put("leader", controller.leader());
        tree.put("queue", controller.queue());
        tree.put("failures", controller.failures());
        controller.certificateEnd().ifPresent(end -> tree.put("certificateEnd", end.toString()));
        tree.put("plugins", all(controller.plugins(), PageJson::plugin));
        tree.put("checks", all(controller.checks(), PageJson::check));
        return tree;
    }

    private static Map<String, Object> plugin(ControllerView.Plugin plugin) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", plugin.name());
        tree.put("version", plugin.version());
        tree.put("points", plugin.points());
        tree.put("problem", plugin.problem());
        return tree;
    }

    private static Map<String, Object> check(ControllerView.Check check) {
        return tree("name", check.name(), "ok", check.ok(), "message", check.message());
    }

    /** A list. */
    public static <T> List<Map<String, Object>> all(List<T> items, Function<T, Map<String, Object>> form) {
        return items.stream().map(form).toList();
    }

    private static Map<String, Object> tree(Object... namesAndValues) {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            tree.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return tree;
    }

    /** The text of a tree. */
    public static String text(Object tree) {
        return Json.text(tree);
    }
}
