package io.trainyard.local.client.record;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes core/v1 events about objects. Never blocks and never fails: an event that cannot be written is only logged. To be used on the event
 * loop of its client.
 */
public final class EventRecorder {
    private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);
    private static final int MAX_MESSAGE_LENGTH = 1024;
    private static final int SUFFIX_LENGTH = 16;

    private final ApiClient client;
    private final TimeSource time;
    private final String component;
    private final String host;

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
        String now = time.now().truncatedTo(ChronoUnit.SECONDS).toString();
        String suffix = UUID.randomUUID().toString().replace("-", "").substring(0, SUFFIX_LENGTH);
        String namespace = object.namespace().isEmpty() ? "default" : object.namespace();
        Map<String, Object> event = Tree.of("apiVersion", "v1", "kind", "Event");
        event.put("metadata", Tree.of("namespace", namespace, "name", object.name() + "." + suffix));
        event.put("involvedObject", object.tree());
        event.put("type", type);
        event.put("reason", reason);
        event.put(
                "message", message.length() <= MAX_MESSAGE_LENGTH ? message : message.substring(0, MAX_MESSAGE_LENGTH));
        event.put("count", 1L);
        event.put("firstTimestamp", now);
        event.put("lastTimestamp", now);
        event.put(
                "source",
                host.isEmpty() ? Tree.of("component", component) : Tree.of("component", component, "host", host));
        event.put("reportingComponent", component);
        event.put("reportingInstance", host);
        client.create(Resource.EVENTS, event, WriteOptions.as(component))
                .onFailure(cause ->
                        LOG.debug("event {} of {}/{} was not written", reason, namespace, object.name(), cause));
    }
}
