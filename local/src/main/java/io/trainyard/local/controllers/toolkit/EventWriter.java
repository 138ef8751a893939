package io.trainyard.local.controllers.toolkit;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.trainyard.local.time.TimeSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes core/v1 events about objects. An event that cannot be written is only logged. */
public final class EventWriter {
    private static final Logger LOG = LoggerFactory.getLogger(EventWriter.class);
    private static final int LONGEST_MESSAGE = 1024;
    private static final int SUFFIX_LENGTH = 16;

    private final ApiClient client;
    private final TimeSource time;
    private final String component;

    EventWriter(ApiClient client, TimeSource time, String component) {
        this.client = client;
        this.time = time;
        this.component = component;
    }

    /** Something went as it should. */
    public void normal(Map<String, Object> object, String reason, String message) {
        write(object, "Normal", reason, message);
    }

    /** Something is wrong. */
    public void warning(Map<String, Object> object, String reason, String message) {
        write(object, "Warning", reason, message);
    }

    private void write(Map<String, Object> object, String type, String reason, String message) {
        ObjectName name = ObjectName.of(object);
        String now = time.clock().instant().truncatedTo(ChronoUnit.SECONDS).toString();
        Map<String, Object> event = Tree.of("apiVersion", "v1", "kind", "Event");
        String suffix = UUID.randomUUID().toString().replace("-", "").substring(0, SUFFIX_LENGTH);
        event.put(
                "metadata",
                Tree.of(
                        "namespace",
                        name.namespace().isEmpty() ? "default" : name.namespace(),
                        "name",
                        name.name() + "." + suffix));
        event.put("involvedObject", reference(object, name));
        event.put("type", type);
        event.put("reason", reason);
        event.put("message", message.length() <= LONGEST_MESSAGE ? message : message.substring(0, LONGEST_MESSAGE));
        event.put("count", 1L);
        event.put("firstTimestamp", now);
        event.put("lastTimestamp", now);
        event.put("source", Tree.of("component", component));
        event.put("reportingComponent", component);
        event.put("reportingInstance", "");
        client.create(Resource.EVENTS, event, WriteOptions.as(component))
                .onFailure(cause -> LOG.debug("event {} of {} was not written", reason, name, cause));
    }

    private static Map<String, Object> reference(Map<String, Object> object, ObjectName name) {
        Map<String, Object> reference =
                Tree.of("apiVersion", Tree.text(object, "apiVersion"), "kind", Tree.text(object, "kind"));
        if (!name.namespace().isEmpty()) {
            reference.put("namespace", name.namespace());
        }
        reference.put("name", name.name());
        reference.put("uid", ObjectCache.uid(object));
        reference.put("resourceVersion", Tree.text(object, "metadata", "resourceVersion"));
        return reference;
    }
}
