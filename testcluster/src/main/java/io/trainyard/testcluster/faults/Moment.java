package io.trainyard.testcluster.faults;

import io.vertx.core.json.JsonObject;

/**
 * A failpoint that was reached.
 *
 * @param call the list or watch that it is about
 * @param event the event of a watch, as the API server wrote it; empty where there is none
 */
public record Moment(Failpoint point, ApiCall call, String event) {

    /** {@code ADDED}, {@code MODIFIED}, {@code DELETED} or {@code BOOKMARK}; empty where there is no event. */
    public String eventType() {
        String type = ApiCall.json(event).getString("type");
        return type == null ? "" : type;
    }

    /** The object that the event tells of; empty where there is no event. */
    public JsonObject object() {
        JsonObject object = ApiCall.json(event).getJsonObject("object");
        return object == null ? new JsonObject() : object;
    }
}
