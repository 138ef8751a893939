package io.trainyard.core.view;

import io.trainyard.spi.model.TrainerMetric;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The JSON form of the view, for the command line and the page alike: trees of maps, lists, texts, numbers and booleans. Names of fields are stable. What
 * is not known is left out, lists are there even if they are empty, times are RFC 3339, durations are seconds with a fraction. Pure.
 */
public final class ViewJson {
    private ViewJson() {}

    /** A job as lists show it. */
    public static Map<String, Object> of(JobSummary job) {
        Tree tree = new Tree()
                .put("namespace", job.namespace())
                .put("name", job.name())
                .put("uid", job.uid())
                .put("state", job.state().text())
                .putText("reason", job.reason())
                .putText("message", job.message())
                .putText("runtimeKind", job.runtimeKind())
                .putText("runtime", job.runtime())
                .put("nodes", job.nodes())
                .put("readyNodes", job.readyNodes())
                .put("progress", job.progress().map(ViewJson::of))
                .put("queue", job.queue())
                .put("created", job.created().toString())
                .put("ended", time(job.ended()))
                .put("suspended", job.suspended())
                .put("deleting", job.deleting())
                .put("managedBy", job.managedBy());
        return tree.done();
    }

    /** A job with all that belongs to it; the fields of its summary come first. */
    public static Map<String, Object> of(JobDetail job) {
        return new Tree(of(job.summary()))
                .put("attempts", job.attempts())
                .put("why", job.why().map(ViewJson::of))
                .put("conditions", all(job.conditions(), ViewJson::of))
                .put("steps", all(job.steps(), ViewJson::of))
                .put("pods", all(job.nodes(), ViewJson::of))
                .put("ranks", all(job.ranks(), ViewJson::of))
                .put("events", all(job.events(), ViewJson::of))
                .done();
    }

    /** Why a job stands where it does. */
    public static Map<String, Object> of(Cause cause) {
        return new Tree()
                .put("kind", cause.kind().reason())
                .put("problem", cause.kind().isProblem())
                .put("message", cause.message())
                .put("evidence", cause.evidence())
                .putText("advice", cause.advice())
                .put("failure", cause.failure().map(ViewJson::of))
                .done();
    }

    /** The container that failed first. */
    public static Map<String, Object> of(FailedContainer failed) {
        return new Tree()
                .putText("step", failed.step())
                .put("node", failed.node())
                .put("pod", failed.pod())
                .put("container", failed.container())
                .put("exitCode", failed.exitCode())
                .put("meaning", failed.meaning())
                .put("ended", time(failed.ended()))
                .put("lastLines", failed.lastLines())
                .done();
    }

    /** What the program reports. */
    public static Map<String, Object> of(TrainingProgress progress) {
        return new Tree()
                .put("percentage", progress.percentage())
                .put("remainingSeconds", progress.remaining().map(Duration::toSeconds))
                .put("metrics", all(progress.metrics(), ViewJson::of))
                .put("reported", time(progress.reported()))
                .done();
    }

    private static Map<String, Object> of(TrainerMetric metric) {
        return new Tree()
                .put("name", metric.name())
                .put("value", metric.value())
                .done();
    }

    /** A condition. */
    public static Map<String, Object> of(ConditionView condition) {
        return new Tree()
                .put("type", condition.type())
                .put("status", condition.status())
                .putText("reason", condition.reason())
                .putText("message", condition.message())
                .put("since", time(condition.since()))
                .done();
    }

    /** A step. */
    public static Map<String, Object> of(StepView step) {
        return new Tree()
                .put("name", step.name())
                .put("role", step.role().text())
                .put("state", step.state().text())
                .put("pods", step.pods())
                .put("readyPods", step.readyPods())
                .put("restarts", step.restarts())
                .put("created", time(step.created()))
                .put("scheduled", time(step.scheduled()))
                .put("started", time(step.started()))
                .put("ended", time(step.ended()))
                .done();
    }

    /** A pod. */
    public static Map<String, Object> of(NodeView node) {
        return new Tree()
                .putText("step", node.step())
                .put("jobIndex", node.jobIndex())
                .put("index", node.index())
                .put("attempt", node.attempt())
                .put("pod", node.pod())
                .put("uid", node.uid())
                .put("phase", node.phase())
                .putText("reason", node.reason())
                .putText("message", node.message())
                .put("host", node.host())
                .put("ready", node.ready())
                .put("deleting", node.deleting())
                .put("restarts", node.restarts())
                .put("created", node.created().toString())
                .put("scheduled", time(node.scheduled()))
                .put("containers", all(node.containers(), ViewJson::of))
                .done();
    }

    /** A container. */
    public static Map<String, Object> of(ContainerView container) {
        return new Tree()
                .put("name", container.name())
                .put("initial", container.initial())
                .putText("image", container.image())
                .put("state", container.state().text())
                .putText("reason", container.reason())
                .putText("message", container.message())
                .put("exitCode", container.exitCode())
                .put("restarts", container.restarts())
                .put("started", time(container.started()))
                .put("ended", time(container.ended()))
                .done();
    }

    /** A process. */
    public static Map<String, Object> of(RankView rank) {
        return new Tree()
                .put("rank", rank.rank())
                .put("node", rank.node())
                .put("pod", rank.pod())
                .put("host", rank.host())
                .put("heartbeat", time(rank.heartbeat()))
                .put("silenceSeconds", rank.silence().map(ViewJson::seconds))
                .put("step", rank.step())
                .put("stepSeconds", rank.stepTime().map(ViewJson::seconds))
                .put("worldSize", rank.worldSize())
                .done();
    }

    /** What a plugin tells. */
    public static Map<String, Object> of(NoteView note) {
        return new Tree()
                .put("source", note.source())
                .put("text", note.text())
                .putText("link", note.link())
                .done();
    }

    /** An event. */
    public static Map<String, Object> of(EventView event) {
        return new Tree()
                .put("at", event.at().toString())
                .put("first", event.first().toString())
                .put("count", event.count())
                .put("warning", event.warning())
                .put("kind", event.kind())
                .put("object", event.object())
                .put("reason", event.reason())
                .put("message", event.message())
                .putText("source", event.source())
                .done();
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    private static Optional<String> time(Optional<Instant> time) {
        return time.map(Instant::toString);
    }

    private static <T> List<Map<String, Object>> all(List<T> items, Function<T, Map<String, Object>> form) {
        return items.stream().map(form).toList();
    }

    /** A tree in the making; keeps the order. */
    private static final class Tree {
        private final Map<String, Object> fields;

        Tree() {
            this(Map.of());
        }

        Tree(Map<String, Object> first) {
            fields = new LinkedHashMap<>(first);
        }

        Tree put(String name, Object value) {
            fields.put(name, value);
            return this;
        }

        Tree put(String name, Optional<?> value) {
            value.ifPresent(known -> fields.put(name, known));
            return this;
        }

        Tree putText(String name, @Nullable String text) {
            if (text != null && !text.isEmpty()) {
                fields.put(name, text);
            }
            return this;
        }

        Map<String, Object> done() {
            return fields;
        }
    }
}
