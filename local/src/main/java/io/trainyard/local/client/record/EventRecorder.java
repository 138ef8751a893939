package io.trainyard.local.client.record;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes core/v1 events about objects. What is told of an object again in the same words is counted in the event that is there, as Kubernetes' own components do.
 * Never blocks and never fails: an event that cannot be written is only logged. To be used on the event loop of its client.
 */
public final class EventRecorder {
    private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);
    private static final int MAX_MESSAGE_LENGTH = 1024;
    private static final int SUFFIX_LENGTH = 16;
    private static final int MAX_SERIES = 4096;

    /** What was silent for so long begins anew. */
    private static final Duration EXPIRY = Duration.ofMinutes(10);

    private final ApiClient client;
    private final TimeSource time;
    private final String component;
    private final String host;
    private final Map<Told, EventSeries> series = new LinkedHashMap<>(16, 0.75f, true);

    /** What is told of an object. */
    private record Told(ObjectReference object, String type, String reason, String message) {}

    /**
     * Records in the name of a component.
     *
     * @param component such as {@code job-controller}
     * @param host node on which the component works; empty when that does not matter
     */
    public EventRecorder(ApiClient client, TimeSource time, String component, String host) {
        this.client = client;
        this.time = time;
        this.component = component;
        this.host = host;
    }

    /** Something went as it should. */
    public void normal(ObjectReference object, String reason, String message) {
        write(object, "Normal", reason, message);
    }

    /** Something is wrong. */
    public void warning(ObjectReference object, String reason, String message) {
        write(object, "Warning", reason, message);
    }

    /** Something went as it should with an object as it was read. */
    public void normal(Map<String, Object> object, String reason, String message) {
        normal(ObjectReference.of(object), reason, message);
    }

    /** Something is wrong with an object as it was read. */
    public void warning(Map<String, Object> object, String reason, String message) {
        warning(ObjectReference.of(object), reason, message);
    }

    private void write(ObjectReference object, String type, String reason, String message) {
        String text = message.length() <= MAX_MESSAGE_LENGTH ? message : message.substring(0, MAX_MESSAGE_LENGTH);
        Told told = new Told(object.withoutVersion(), type, reason, text);
        Instant now = time.now();
        @Nullable EventSeries known = series.get(told);
        if (known != null && Duration.between(known.last(), now).compareTo(EXPIRY) < 0) {
            if (known.again(now)) {
                time.after(known.pause(), () -> count(told, known));
            }
            return;
        }
        String suffix = UUID.randomUUID().toString().replace("-", "").substring(0, SUFFIX_LENGTH);
        EventSeries begun = new EventSeries(object.name() + "." + suffix, now);
        series.put(told, begun);
        if (series.size() > MAX_SERIES) {
            Iterator<Told> eldest = series.keySet().iterator();
            eldest.next();
            eldest.remove();
        }
        create(object, told, begun);
    }

    private void create(ObjectReference object, Told told, EventSeries begun) {
        Map<String, Object> event = Tree.of("apiVersion", "v1", "kind", "Event");
        event.put("metadata", Tree.of("namespace", namespace(object), "name", begun.name()));
        event.put("involvedObject", object.tree());
        event.put("type", told.type());
        event.put("reason", told.reason());
        event.put("message", told.message());
        event.put("count", begun.count());
        event.put("firstTimestamp", text(begun.first()));
        event.put("lastTimestamp", text(begun.last()));
        event.put(
                "source",
                host.isEmpty() ? Tree.of("component", component) : Tree.of("component", component, "host", host));
        event.put("reportingComponent", component);
        event.put("reportingInstance", host);
        client.create(Resource.EVENTS, event, WriteOptions.as(component))
                .onFailure(cause -> notWritten(told, begun, cause));
    }

    private void count(Told told, EventSeries known) {
        known.written();
        client.patch(
                        Resource.EVENTS,
                        namespace(told.object()),
                        known.name(),
                        PatchType.MERGE,
                        Tree.of("count", known.count(), "lastTimestamp", text(known.last())),
                        WriteOptions.as(component))
                .onFailure(cause -> notWritten(told, known, cause));
    }

    /** It is told anew next time: the event may have been too old to be kept. */
    private void notWritten(Told told, EventSeries known, Throwable cause) {
        series.remove(told, known);
        LOG.debug(
                "event {} of {}/{} was not written",
                told.reason(),
                namespace(told.object()),
                told.object().name(),
                cause);
    }

    private static String namespace(ObjectReference object) {
        return object.namespace().isEmpty() ? "default" : object.namespace();
    }

    private static String text(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
