package io.trainyard.core.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The body of a server-side apply: only what we own. A uid and a resourceVersion are preconditions: the API server
 * answers 409 when the object of that name has others or is gone, instead of creating it.
 *
 * <p>A map of keys that we owned before and that is sent empty becomes null at the API server, which then refuses it; so those maps are left
 * out. Other empty objects mean something ({@code emptyDir: {}}) and stay.
 */
final class ApplyBody {
    private static final List<String> SET_BY_SERVER = List.of(
            "resourceVersion",
            "generation",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "managedFields",
            "selfLink");
    private static final Set<String> NEVER_EMPTY = Set.of("metadata", "labels", "annotations", "nodeSelector");

    private ApplyBody() {}

    static String of(HasMetadata object, KubernetesSerialization json) {
        return tree(object, json).toString();
    }

    /** The same with preconditions. */
    static String of(HasMetadata object, Preconditions preconditions, KubernetesSerialization json) {
        ObjectNode body = tree(object, json);
        ObjectNode metadata = body.withObjectProperty("metadata");
        metadata.put("uid", preconditions.uid());
        metadata.put("resourceVersion", preconditions.resourceVersion());
        return body.toString();
    }

    private static ObjectNode tree(HasMetadata object, KubernetesSerialization json) {
        ObjectNode body = json.convertValue(object, ObjectNode.class);
        body.remove("status");
        if (body.get("metadata") instanceof ObjectNode metadata) {
            metadata.remove(SET_BY_SERVER);
        }
        clean(body);
        return body;
    }

    private static void clean(ObjectNode node) {
        node.properties().removeIf(field -> {
            cleanChild(field.getValue());
            return field.getValue().isNull() || isEmptyMap(field);
        });
    }

    private static void cleanChild(JsonNode child) {
        if (child instanceof ObjectNode object) {
            clean(object);
        } else if (child instanceof ArrayNode array) {
            // A null in a list is left alone: without it the others would move up, and the API server names it in its
            // refusal.
            array.forEach(ApplyBody::cleanChild);
        }
    }

    private static boolean isEmptyMap(Map.Entry<String, JsonNode> field) {
        return field.getValue().isObject() && field.getValue().isEmpty() && NEVER_EMPTY.contains(field.getKey());
    }
}
