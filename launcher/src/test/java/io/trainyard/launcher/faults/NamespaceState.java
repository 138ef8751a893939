package io.trainyard.launcher.faults;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * All objects that the life of a TrainJob leads to, without uids, versions, times and what is random.
 *
 * @param objects by kind and name
 */
record NamespaceState(Map<String, Object> objects) {
    private record Kind(String apiVersion, String name) {}

    private static final List<Kind> KINDS = List.of(
            new Kind("trainer.kubeflow.org/v1alpha1", "TrainJob"),
            new Kind("jobset.x-k8s.io/v1alpha2", "JobSet"),
            new Kind("scheduling.x-k8s.io/v1alpha1", "PodGroup"),
            new Kind("v1", "ConfigMap"),
            new Kind("v1", "Secret"),
            new Kind("v1", "Service"));

    private static final Set<String> OF_THE_MOMENT = Set.of(
            "uid",
            "trainyard.dev/runtime-signature",
            "resourceVersion",
            "creationTimestamp",
            "managedFields",
            "lastTransitionTime",
            "namespace",
            "selfLink");

    static NamespaceState of(KubernetesClient client, String namespace) {
        Map<String, Object> objects = new TreeMap<>();
        list(client, namespace)
                .forEach(object -> objects.put(
                        object.getKind() + " " + object.getMetadata().getName(), comparable(object, namespace)));
        return new NamespaceState(objects);
    }

    /** The objects as they are. */
    static Stream<GenericKubernetesResource> list(KubernetesClient client, String namespace) {
        return KINDS.stream()
                .flatMap(kind -> client
                        .genericKubernetesResources(kind.apiVersion, kind.name)
                        .inNamespace(namespace)
                        .list()
                        .getItems()
                        .stream())
                .filter(object -> !object.getMetadata().getName().equals("kube-root-ca.crt"));
    }

    private static Object comparable(GenericKubernetesResource object, String namespace) {
        String yaml = Serialization.asYaml(object).replace(namespace, "NAMESPACE");
        Object tree = withoutTheMoment(Serialization.unmarshal(yaml, Map.class));
        if (object.getKind().equals("Secret") && tree instanceof Map<?, ?> secret) {
            // Keys are random; that they are there is what counts.
            Map<Object, Object> known = new TreeMap<>(secret);
            known.computeIfPresent("data", (key, data) -> new TreeSet<>(((Map<?, ?>) data).keySet()));
            return known;
        }
        return tree;
    }

    private static Object withoutTheMoment(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> kept = new TreeMap<>();
            map.forEach((key, item) -> {
                if (!OF_THE_MOMENT.contains(key)) {
                    kept.put(key, withoutTheMoment(item));
                }
            });
            return kept;
        }
        return value instanceof List<?> list
                ? list.stream().map(NamespaceState::withoutTheMoment).toList()
                : value;
    }

    /** Where another state differs from this one, one line for each object. */
    List<String> differencesTo(NamespaceState other) {
        List<String> differences = new ArrayList<>();
        Set<String> names = new TreeSet<>(objects.keySet());
        names.addAll(other.objects.keySet());
        for (String name : names) {
            Object expected = objects.get(name);
            Object actual = other.objects.get(name);
            if (expected == null) {
                differences.add(name + " should not be there");
            } else if (actual == null) {
                differences.add(name + " is missing");
            } else {
                compare(name, expected, actual, differences);
            }
        }
        return differences;
    }

    private static void compare(String path, Object expected, Object actual, List<String> differences) {
        if (expected instanceof Map<?, ?> left && actual instanceof Map<?, ?> right) {
            Set<Object> keys = new TreeSet<>(left.keySet());
            keys.addAll(right.keySet());
            keys.forEach(key -> compare(path + "." + key, of(left, key), of(right, key), differences));
        } else if (expected instanceof List<?> left && actual instanceof List<?> right && left.size() == right.size()) {
            for (int i = 0; i < left.size(); i++) {
                compare(path + "[" + i + "]", left.get(i), right.get(i), differences);
            }
        } else if (!expected.equals(actual) && !isFewerChanges(path, expected, actual)) {
            differences.add(path + " is " + actual + " instead of " + expected);
        }
    }

    /** Who was away for a moment may go from the state before to the state after without the one between; more changes than without faults are none of these. */
    private static boolean isFewerChanges(String path, Object expected, Object actual) {
        return path.endsWith(".metadata.generation")
                && !path.startsWith("TrainJob ")
                && expected instanceof Number most
                && actual instanceof Number changes
                && changes.longValue() < most.longValue();
    }

    private static Object of(Map<?, ?> map, Object key) {
        Object value = map.get(key);
        return value == null ? "(absent)" : value;
    }
}
