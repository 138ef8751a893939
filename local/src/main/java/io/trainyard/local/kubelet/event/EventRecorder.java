package io.trainyard.local.kubelet.event;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.trainyard.local.kubelet.spec.PodSpec;
import io.trainyard.local.time.TimeSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells users what happens to pods. An event that cannot be written is only logged. */
public final class EventRecorder {
    private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);
    private static final int MAX_MESSAGE_LENGTH = 1024;

    private final ApiClient client;
    private final TimeSource time;
    private final String nodeName;

    public EventRecorder(ApiClient client, TimeSource time, String nodeName) {
        this.client = client;
        this.time = time;
        this.nodeName = nodeName;
    }

    public void normal(PodSpec pod, String reason, String message) {
        normal(ObjectReference.of(pod), reason, message);
    }

    public void normal(ObjectReference object, String reason, String message) {
        record(object, "Normal", reason, message);
    }

    public void warning(PodSpec pod, String reason, String message) {
        record(ObjectReference.of(pod), "Warning", reason, message);
    }

    private void record(ObjectReference object, String type, String reason, String message) {
        String now = time.clock().instant().truncatedTo(ChronoUnit.SECONDS).toString();
        Map<String, Object> event = Tree.of("apiVersion", "v1", "kind", "Event");
        String suffix = UUID.randomUUID().toString().substring(0, 13);
        event.put("metadata", Tree.of("namespace", object.namespace(), "name", object.name() + "." + suffix));
        event.put("involvedObject", object.tree());
        event.put("type", type);
        event.put("reason", reason);
        event.put(
                "message", message.length() <= MAX_MESSAGE_LENGTH ? message : message.substring(0, MAX_MESSAGE_LENGTH));
        event.put("count", 1L);
        event.put("firstTimestamp", now);
        event.put("lastTimestamp", now);
        event.put("source", Tree.of("component", "kubelet", "host", nodeName));
        event.put("reportingComponent", "kubelet");
        event.put("reportingInstance", nodeName);
        client.create(Resource.EVENTS, event, WriteOptions.as("kubelet"))
                .onFailure(cause -> LOG.debug("event {} of {} was not written", reason, object.name(), cause));
    }
}
