package io.trainyard.core.compile;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/** Pod templates and strategic merge patches of them, the same ones for the same seed: small vocabularies, so that they often meet. */
final class RandomPatches {
    private final Random random;

    RandomPatches(long seed) {
        this.random = new Random(seed);
    }

    /** A template that an API server accepts. */
    Map<String, Object> template() {
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("containers", some(List.of("c1", "c2", "c3"), 1, name -> container(name, true)));
        maybe(spec, "initContainers", () -> some(List.of("i1", "i2"), 1, name -> container(name, true)));
        spec.put("volumes", some(List.of("v1", "v2"), 2, this::volume));
        spec.put("restartPolicy", "Never");
        scheduling(spec);
        Map<String, Object> template = new LinkedHashMap<>();
        template.put("metadata", metadata());
        template.put("spec", spec);
        return template;
    }

    /** A patch of such a template, without directives. */
    Map<String, Object> patch() {
        Map<String, Object> spec = new LinkedHashMap<>();
        maybe(spec, "containers", () -> some(List.of("c1", "c2", "c3", "c4"), 0, name -> container(name, false)));
        maybe(spec, "initContainers", () -> some(List.of("i1", "i2", "i3"), 0, name -> container(name, false)));
        maybe(spec, "volumes", () -> some(List.of("v1", "v2", "v3"), 0, this::volume));
        scheduling(spec);
        Map<String, Object> patch = new LinkedHashMap<>();
        maybe(patch, "metadata", this::metadata);
        patch.put("spec", spec);
        return patch;
    }

    /** A patch with directives in it; some contradict themselves. */
    Map<String, Object> patchWithDirectives() {
        Map<String, Object> patch = patch();
        Map<String, Object> spec = object(patch.get("spec"));
        switch (random.nextInt(9)) {
            case 0 -> items(spec, "containers").add(map("name", pick("c1", "c2", "c9"), "$patch", "delete"));
            case 1 -> items(spec, "volumes").add(map("$patch", "replace"));
            case 2 -> spec.put("nodeSelector", map("zone", "new", "$patch", "replace"));
            case 3 -> spec.put("affinity", map("$patch", "delete"));
            case 4 -> order(spec);
            case 5 -> spec.put("volumes", List.of(map("name", "v1", "$retainKeys", retained(), "emptyDir", map())));
            case 6 -> spec.put("securityContext", map("$deleteFromPrimitiveList/supplementalGroups", List.of(1, 3)));
            case 7 -> items(spec, "tolerations").add(map("$patch", "unknown", "key", "x", "operator", "Exists"));
            default -> spec.put("$patch", pick("merge", "unknown"));
        }
        return patch;
    }

    private List<Object> retained() {
        return random.nextInt(4) == 0 ? List.of("name") : List.of("name", "emptyDir");
    }

    private void order(Map<String, Object> spec) {
        List<Object> names = new ArrayList<>(List.of("c1", "c2", "c3", "c4"));
        Collections.shuffle(names, random);
        if (random.nextInt(4) > 0 && spec.get("containers") instanceof List<?> containers) {
            List<Object> inOrder = new ArrayList<>();
            containers.forEach(container -> inOrder.add(object(container).get("name")));
            names.removeAll(inOrder);
            inOrder.addAll(names);
            names = inOrder;
        }
        List<Object> order = new ArrayList<>();
        names.forEach(name -> order.add(map("name", name)));
        spec.put("$setElementOrder/containers", order);
    }

    private Map<String, Object> metadata() {
        Map<String, Object> metadata = new LinkedHashMap<>();
        maybe(metadata, "labels", () -> values("app", "tier"));
        maybe(metadata, "annotations", () -> values("note", "owner"));
        return metadata;
    }

    private void scheduling(Map<String, Object> spec) {
        maybe(spec, "nodeSelector", () -> values("pool", "zone"));
        maybe(spec, "tolerations", () -> some(List.of("t1", "t2"), 0, key -> map("key", key, "operator", "Exists")));
        maybe(spec, "imagePullSecrets", () -> some(List.of("s1", "s2", "s3"), 0, name -> map("name", name)));
        maybe(spec, "schedulingGates", () -> some(List.of("a.b/g1", "a.b/g2"), 0, name -> map("name", name)));
        maybe(
                spec,
                "hostAliases",
                () -> some(
                        List.of("10.0.0.1", "10.0.0.2"), 0, ip -> map("ip", ip, "hostnames", List.of(pick("x", "y")))));
        maybe(spec, "topologySpreadConstraints", () -> some(List.of("zone", "rack"), 0, this::spread));
        maybe(spec, "affinity", this::affinity);
        maybe(
                spec,
                "securityContext",
                () -> map("supplementalGroups", List.of(random.nextInt(4), 4 + random.nextInt(4)), "fsGroup", 7));
        maybe(spec, "terminationGracePeriodSeconds", () -> random.nextInt(100));
    }

    private Map<String, Object> spread(String key) {
        return map("topologyKey", key, "maxSkew", 1 + random.nextInt(3), "whenUnsatisfiable", "ScheduleAnyway");
    }

    private Map<String, Object> affinity() {
        Map<String, Object> term = map(
                "matchExpressions",
                List.of(map("key", "zone", "operator", "In", "values", List.of(pick("a", "b"), "c"))));
        return random.nextBoolean()
                ? map(
                        "nodeAffinity",
                        map("requiredDuringSchedulingIgnoredDuringExecution", map("nodeSelectorTerms", List.of(term))))
                : map(
                        "podAntiAffinity",
                        map(
                                "requiredDuringSchedulingIgnoredDuringExecution",
                                List.of(map("topologyKey", pick("zone", "rack"), "labelSelector", term))));
    }

    private Map<String, Object> container(String name, boolean whole) {
        Map<String, Object> container = map("name", name);
        if (whole || random.nextInt(3) == 0) {
            container.put("image", pick("a:1", "b:2"));
        }
        maybe(container, "command", () -> List.of(pick("run", "go"), "x"));
        maybe(container, "env", () -> some(List.of("A", "B", "C", "D"), 0, this::variable));
        maybe(container, "ports", () -> some(List.of(80, 81, 82), 0, port -> map("containerPort", port)));
        maybe(
                container,
                "volumeMounts",
                () -> some(List.of("/a", "/b", "/c"), 0, path -> map("mountPath", path, "name", pick("v1", "v2"))));
        maybe(container, "resources", () -> map("requests", values("cpu", "memory")));
        return container;
    }

    private Map<String, Object> variable(String name) {
        return name.equals("D")
                ? map("name", name, "valueFrom", map("fieldRef", map("fieldPath", "metadata.name")))
                : map("name", name, "value", pick("0", "1", ""));
    }

    private Map<String, Object> volume(String name) {
        Map<String, Object> claim =
                map("accessModes", List.of("ReadWriteOnce"), "resources", map("requests", map("storage", "1Gi")));
        return switch (name) {
            case "v1" -> map("name", name, "emptyDir", random.nextBoolean() ? map() : map("medium", "Memory"));
            case "v2" ->
                map(
                        "name",
                        name,
                        "configMap",
                        map("name", pick("x", "y"), "items", List.of(map("key", pick("k", "l"), "path", "p"))));
            default -> map("name", name, "ephemeral", map("volumeClaimTemplate", map("spec", claim)));
        };
    }

    private Map<String, Object> values(String... keys) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (String key : keys) {
            maybe(values, key, () -> pick("1", "2"));
        }
        return values;
    }

    private interface Making<T> {
        Object make(T key);
    }

    /** A few items in any order. */
    private <T> List<Object> some(List<T> keys, int least, Making<T> making) {
        List<T> shuffled = new ArrayList<>(keys);
        Collections.shuffle(shuffled, random);
        List<Object> items = new ArrayList<>();
        int count = Math.max(least, random.nextInt(keys.size() + 1));
        shuffled.subList(0, count).forEach(key -> items.add(making.make(key)));
        return items;
    }

    private void maybe(Map<String, Object> owner, String key, Supplier<Object> value) {
        if (random.nextInt(3) > 0) {
            owner.put(key, value.get());
        }
    }

    @SafeVarargs
    private <T> T pick(T... values) {
        return values[random.nextInt(values.length)];
    }

    private static List<Object> items(Map<String, Object> owner, String key) {
        List<Object> items = new ArrayList<>(Tree.list(owner, key));
        owner.put(key, items);
        return items;
    }

    private static Map<String, Object> object(Object value) {
        return Tree.child(value);
    }

    private static Map<String, Object> map(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }
}
