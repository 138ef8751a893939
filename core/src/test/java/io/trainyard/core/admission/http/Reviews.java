package io.trainyard.core.admission.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** AdmissionReviews as an API server writes them. */
final class Reviews {
    static final ObjectMapper JSON = new ObjectMapper();

    private Reviews() {}

    /** The creation of a TrainJob with these fields more. */
    static Map<String, Object> creation(String uid, Map<String, Object> fields) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("apiVersion", "trainer.kubeflow.org/v1alpha1");
        object.put("kind", "TrainJob");
        object.put("metadata", tree("name", "mnist", "namespace", "team-a"));
        object.put(
                "spec",
                tree(
                        "runtimeRef", tree("name", "torch"),
                        "trainer", tree("numNodes", 2, "command", List.of("torchrun", "train.py"))));
        object.putAll(fields);
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("uid", uid);
        request.put("kind", tree("group", "trainer.kubeflow.org", "version", "v1alpha1", "kind", "TrainJob"));
        request.put("requestKind", tree("group", "trainer.kubeflow.org", "version", "v2alpha1", "kind", "TrainJob"));
        request.put("name", "mnist");
        request.put("namespace", "team-a");
        request.put("operation", "CREATE");
        request.put("userInfo", tree("username", "ann"));
        request.put("dryRun", false);
        request.put("object", object);
        return review(request);
    }

    /** In this order, in every run. */
    private static Map<String, Object> tree(Object... keysAndValues) {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            tree.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return tree;
    }

    static Map<String, Object> creation(String uid) {
        return creation(uid, Map.of());
    }

    static Map<String, Object> review(Map<String, Object> request) {
        Map<String, Object> review = new LinkedHashMap<>();
        review.put("kind", "AdmissionReview");
        review.put("apiVersion", "admission.k8s.io/v1");
        review.put("request", request);
        return review;
    }

    /** About so many bytes. */
    static Map<String, String> entries(int bytes) {
        Map<String, String> entries = new LinkedHashMap<>();
        for (int i = 0; i < bytes / 100; i++) {
            entries.put("key-" + i, "x".repeat(88));
        }
        return entries;
    }

    static byte[] bytes(Object tree) {
        try {
            return JSON.writeValueAsBytes(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** The response in an answer. */
    static JsonNode response(byte[] answer) {
        try {
            return JSON.readTree(answer).path("response");
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
