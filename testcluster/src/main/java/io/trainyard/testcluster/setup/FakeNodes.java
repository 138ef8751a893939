package io.trainyard.testcluster.setup;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Nodes without machines, on which pods run until a test ends them. */
public final class FakeNodes {

    /** The annotation of a pod that says how it ends; the values are {@code Succeeded} and {@code Failed}. */
    public static final String OUTCOME_ANNOTATION = "sim/outcome";

    /** The annotation of the nodes that KWOK looks after; a test may bring real ones of its own. */
    static final String ANNOTATION = "kwok.x-k8s.io/node";

    static final String FAKE = "fake";

    private static final String OWNED_BY = ".metadata.ownerReferences.[].kind";

    private FakeNodes() {}

    /** A node that is large enough for every test. */
    public static Node node(int number) {
        return node(
                "node-" + number,
                Map.of(
                        "cpu", new Quantity("100000"),
                        "memory", new Quantity("100Ti"),
                        "pods", new Quantity("100000"),
                        "nvidia.com/gpu", new Quantity("10000")));
    }

    /** A node of that size. */
    public static Node node(String name, Map<String, Quantity> size) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels("kubernetes.io/hostname", name)
                .addToAnnotations(ANNOTATION, FAKE)
                .endMetadata()
                .withNewStatus()
                .withCapacity(size)
                .withAllocatable(size)
                .endStatus()
                .build();
    }

    /** What {@code kubectl logs} shows for every container. */
    public static String podLog() {
        return "2026-01-01T00:00:01.000000000Z stdout F this container is simulated\n";
    }

    /**
     * KWOK's configuration as a YAML stream: its own stages, but a pod ends when its annotation says so, well or badly,
     * instead of at once.
     *
     * @param simple KWOK's stages that are taken as they are
     * @param complete KWOK's stage that ends the pods of a Job
     * @param podLog the file that holds the log of every container
     */
    public static String stages(List<String> simple, String complete, Path podLog) {
        List<String> documents = new ArrayList<>(simple);
        documents.add(ending(complete, "pod-complete", "Succeeded"));
        documents.add(ending(complete, "pod-fail", "Failed")
                .replace("exitCode: 0", "exitCode: 1")
                .replace("reason: Completed", "reason: Error")
                .replace("phase: Succeeded", "phase: Failed"));
        documents.add(
                """
                apiVersion: kwok.x-k8s.io/v1alpha1
                kind: ClusterLogs
                metadata: {name: every-container}
                spec: {logs: [{logsFile: '%s'}]}
                """
                        .formatted(podLog));
        return String.join("\n---\n", documents);
    }

    private static String ending(String complete, String name, String outcome) {
        Map<String, Object> stage = object(Serialization.unmarshal(complete, Map.class), "the stage");
        stage.put("metadata", Map.of("name", name));
        Map<String, Object> spec = object(stage.get("spec"), "spec");
        Map<String, Object> selector = object(spec.get("selector"), "spec.selector");
        if (!(selector.get("matchExpressions") instanceof List<?> expressions)) {
            throw new IllegalArgumentException("KWOK's stage has no list 'spec.selector.matchExpressions'");
        }
        List<Object> changed = new ArrayList<>();
        for (Object expression : expressions) {
            boolean aboutTheOwner = OWNED_BY.equals(
                    object(expression, "an expression of the selector").get("key"));
            changed.add(aboutTheOwner ? saysSo(outcome) : expression);
        }
        if (changed.equals(expressions)) {
            throw new IllegalArgumentException("KWOK's stage no longer asks for " + OWNED_BY);
        }
        selector.put("matchExpressions", changed);
        spec.put("selector", selector);
        stage.put("spec", spec);
        return Serialization.asYaml(stage);
    }

    private static Map<String, Object> saysSo(String outcome) {
        return Map.of(
                "key",
                ".metadata.annotations[\"" + OUTCOME_ANNOTATION + "\"]",
                "operator",
                "In",
                "values",
                List.of(outcome));
    }

    private static Map<String, Object> object(@Nullable Object value, String where) {
        if (!(value instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException("KWOK's stage for complete pods: " + where + " must be an object");
        }
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((key, content) -> copy.put(String.valueOf(key), content));
        return copy;
    }
}
