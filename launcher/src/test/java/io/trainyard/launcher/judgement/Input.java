package io.trainyard.launcher.judgement;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Something that a user may send to an API server.
 *
 * @param name says what it is
 * @param object the object, with {@code apiVersion} and {@code kind}
 */
record Input(String name, Map<String, Object> object) {
    private static final Pattern REPEAT = Pattern.compile("\\$\\{(.):(\\d+)}");

    /** Longer messages name values that fill pages. */
    private static final int MAX_SIZE = 20_000;

    /** Everything that is judged: the rows of the decision tables, and what {@code inputs.yaml} adds. */
    static List<Input> all() {
        List<Input> inputs = new ArrayList<>();
        Map<String, Object> table = read("/admission/decisions.yaml");
        for (Map<String, Object> row : Tree.objects(table, "create")) {
            if (row.containsKey("spec")) {
                Map<String, Object> spec = Tree.copy(Tree.child(row, "spec"));
                String runtime = Tree.text(row, "runtime");
                spec.putIfAbsent(
                        "runtimeRef",
                        Tree.of("kind", "TrainingRuntime", "name", runtime.isEmpty() ? "plain" : runtime));
                inputs.add(new Input("decision " + row.get("row"), object("TrainJob", row, spec)));
            }
        }
        for (Map<String, Object> row : Tree.objects(table, "runtimes-created")) {
            if (row.containsKey("spec") && !row.containsKey("old")) {
                inputs.add(new Input(
                        "decision " + row.get("row"),
                        object("TrainingRuntime", row, Tree.copy(Tree.child(row, "spec")))));
            }
        }
        for (Map<String, Object> more : Tree.objects(read("/judgement/inputs.yaml"), "inputs")) {
            inputs.add(new Input(Tree.text(more, "name"), Tree.copy(Tree.child(more, "object"))));
        }
        return inputs.stream()
                .filter(input -> Json.bytes(input.object).length < MAX_SIZE)
                .toList();
    }

    /** The runtimes that TrainJobs among them name, of both kinds; nobody judges these. */
    static List<Map<String, Object>> runtimes() {
        List<Map<String, Object>> runtimes = new ArrayList<>();
        Tree.child(read("/admission/decisions.yaml"), "runtimes").forEach((name, spec) -> {
            for (String kind : List.of("TrainingRuntime", "ClusterTrainingRuntime")) {
                Map<String, Object> labels = Tree.of("trainer.kubeflow.org/webhook-validation", "disabled");
                if (name.equals("deprecated")) {
                    labels.put("trainer.kubeflow.org/support", "deprecated");
                }
                runtimes.add(Tree.of(
                        "apiVersion",
                        "trainer.kubeflow.org/v1alpha1",
                        "kind",
                        kind,
                        "metadata",
                        Tree.of("name", name, "labels", labels),
                        "spec",
                        spec));
            }
        });
        return runtimes;
    }

    private static Map<String, Object> object(String kind, Map<String, Object> row, Map<String, Object> spec) {
        String name = Tree.text(row, "name");
        Map<String, Object> metadata = Tree.of("name", name.isEmpty() ? "demo" : name);
        if (row.containsKey("labels")) {
            metadata.put("labels", Tree.copy(Tree.child(row, "labels")));
        }
        return Tree.of("apiVersion", "trainer.kubeflow.org/v1alpha1", "kind", kind, "metadata", metadata, "spec", spec);
    }

    static Map<String, Object> read(String resource) {
        try (InputStream in = Input.class.getResourceAsStream(resource)) {
            String text = new String(Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8);
            return Tree.object(repeated(Yaml.parse(text)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Object repeated(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> copy = new LinkedHashMap<>();
            map.forEach((key, item) -> copy.put(String.valueOf(key), item == null ? null : repeated(item)));
            return copy;
        }
        if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>();
            list.forEach(item -> copy.add(item == null ? null : repeated(item)));
            return copy;
        }
        if (value instanceof String text) {
            Matcher repeat = REPEAT.matcher(text);
            return repeat.matches() ? repeat.group(1).repeat(Integer.parseInt(repeat.group(2))) : text;
        }
        return value;
    }

    @Override
    public String toString() {
        return name;
    }
}
