package io.trainyard.core.compile;

import io.fabric8.kubernetes.api.model.ConfigMapKeySelector;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import io.fabric8.kubernetes.api.model.ObjectFieldSelector;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceFieldSelector;
import io.fabric8.kubernetes.api.model.SecretKeySelector;
import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Environment variables between tree and model. Written by hand, because every TrainJob converts dozens and a mapper costs ten times as much;
 * sources that the model does not know survive as they are.
 */
final class EnvironmentVariables {
    private static final Set<String> FIELD_SELECTOR = Set.of("apiVersion", "fieldPath");
    private static final Set<String> KEY_SELECTOR = Set.of("name", "key", "optional");
    private static final Set<String> RESOURCE_SELECTOR = Set.of("containerName", "divisor", "resource");

    private EnvironmentVariables() {}

    static List<EnvVar> fromTrees(Collection<Map<String, Object>> trees) {
        List<EnvVar> variables = new ArrayList<>(trees.size());
        trees.forEach(tree -> variables.add(fromTree(tree)));
        return variables;
    }

    static List<Object> toTrees(Collection<EnvVar> variables) {
        List<Object> trees = new ArrayList<>(variables.size());
        variables.forEach(variable -> trees.add(toTree(variable)));
        return trees;
    }

    static EnvVar fromTree(Map<String, Object> tree) {
        EnvVar variable = new EnvVar();
        tree.forEach((key, value) -> {
            switch (key) {
                case "name" -> variable.setName(String.valueOf(value));
                case "value" -> variable.setValue(value == null ? null : String.valueOf(value));
                case "valueFrom" -> variable.setValueFrom(sourceFromTree(Tree.child(tree, "valueFrom")));
                default -> variable.setAdditionalProperty(key, value);
            }
        });
        return variable;
    }

    static Map<String, Object> toTree(EnvVar variable) {
        Map<String, Object> tree = new LinkedHashMap<>(4);
        tree.put("name", variable.getName());
        putIfPresent(tree, "value", variable.getValue());
        if (variable.getValueFrom() != null) {
            tree.put("valueFrom", sourceToTree(variable.getValueFrom()));
        }
        tree.putAll(variable.getAdditionalProperties());
        return tree;
    }

    private static EnvVarSource sourceFromTree(Map<String, Object> tree) {
        EnvVarSource source = new EnvVarSource();
        tree.forEach((key, value) -> {
            Map<String, Object> fields = Tree.child(value);
            switch (key) {
                case "fieldRef" -> source.setFieldRef(fieldSelector(fields));
                case "configMapKeyRef" -> source.setConfigMapKeyRef(configMapKeySelector(fields));
                case "secretKeyRef" -> source.setSecretKeyRef(secretKeySelector(fields));
                case "resourceFieldRef" -> source.setResourceFieldRef(resourceSelector(fields));
                default -> source.setAdditionalProperty(key, value);
            }
        });
        return source;
    }

    private static ObjectFieldSelector fieldSelector(Map<String, Object> fields) {
        ObjectFieldSelector selector = new ObjectFieldSelector(text(fields, "apiVersion"), text(fields, "fieldPath"));
        keepOthers(fields, FIELD_SELECTOR, selector::setAdditionalProperty);
        return selector;
    }

    private static ConfigMapKeySelector configMapKeySelector(Map<String, Object> fields) {
        ConfigMapKeySelector selector =
                new ConfigMapKeySelector(text(fields, "key"), text(fields, "name"), optional(fields));
        keepOthers(fields, KEY_SELECTOR, selector::setAdditionalProperty);
        return selector;
    }

    private static SecretKeySelector secretKeySelector(Map<String, Object> fields) {
        SecretKeySelector selector = new SecretKeySelector(text(fields, "key"), text(fields, "name"), optional(fields));
        keepOthers(fields, KEY_SELECTOR, selector::setAdditionalProperty);
        return selector;
    }

    private static ResourceFieldSelector resourceSelector(Map<String, Object> fields) {
        String divisor = text(fields, "divisor");
        ResourceFieldSelector selector = new ResourceFieldSelector(
                text(fields, "containerName"),
                divisor == null ? null : new Quantity(divisor),
                text(fields, "resource"));
        keepOthers(fields, RESOURCE_SELECTOR, selector::setAdditionalProperty);
        return selector;
    }

    /** Fields of later Kubernetes versions go along unseen. */
    private static void keepOthers(
            Map<String, Object> fields, Set<String> known, BiConsumer<String, Object> additional) {
        fields.forEach((key, value) -> {
            if (!known.contains(key)) {
                additional.accept(key, value);
            }
        });
    }

    private static Map<String, Object> sourceToTree(EnvVarSource source) {
        Map<String, Object> tree = new LinkedHashMap<>(2);
        if (source.getFieldRef() != null) {
            Map<String, Object> fields = new LinkedHashMap<>(2);
            putIfPresent(fields, "apiVersion", source.getFieldRef().getApiVersion());
            putIfPresent(fields, "fieldPath", source.getFieldRef().getFieldPath());
            fields.putAll(source.getFieldRef().getAdditionalProperties());
            tree.put("fieldRef", fields);
        }
        if (source.getConfigMapKeyRef() != null) {
            ConfigMapKeySelector key = source.getConfigMapKeyRef();
            tree.put(
                    "configMapKeyRef",
                    keyToTree(key.getName(), key.getKey(), key.getOptional(), key.getAdditionalProperties()));
        }
        if (source.getSecretKeyRef() != null) {
            SecretKeySelector key = source.getSecretKeyRef();
            tree.put(
                    "secretKeyRef",
                    keyToTree(key.getName(), key.getKey(), key.getOptional(), key.getAdditionalProperties()));
        }
        if (source.getResourceFieldRef() != null) {
            ResourceFieldSelector resource = source.getResourceFieldRef();
            Map<String, Object> fields = new LinkedHashMap<>(4);
            putIfPresent(fields, "containerName", resource.getContainerName());
            putIfPresent(fields, "resource", resource.getResource());
            if (resource.getDivisor() != null) {
                fields.put("divisor", resource.getDivisor().toString());
            }
            fields.putAll(resource.getAdditionalProperties());
            tree.put("resourceFieldRef", fields);
        }
        if (source.getFileKeyRef() != null) {
            Map<String, Object> fields = new LinkedHashMap<>(4);
            putIfPresent(fields, "volumeName", source.getFileKeyRef().getVolumeName());
            putIfPresent(fields, "path", source.getFileKeyRef().getPath());
            putIfPresent(fields, "key", source.getFileKeyRef().getKey());
            putIfPresent(fields, "optional", source.getFileKeyRef().getOptional());
            fields.putAll(source.getFileKeyRef().getAdditionalProperties());
            tree.put("fileKeyRef", fields);
        }
        tree.putAll(source.getAdditionalProperties());
        return tree;
    }

    private static Map<String, Object> keyToTree(
            @Nullable String name, @Nullable String key, @Nullable Boolean optional, Map<String, Object> others) {
        Map<String, Object> fields = new LinkedHashMap<>(4);
        putIfPresent(fields, "name", name);
        putIfPresent(fields, "key", key);
        putIfPresent(fields, "optional", optional);
        fields.putAll(others);
        return fields;
    }

    private static @Nullable String text(Map<String, Object> tree, String key) {
        Object value = tree.get(key);
        return value == null ? null : String.valueOf(value);
    }

    private static @Nullable Boolean optional(Map<String, Object> tree) {
        return tree.get("optional") instanceof Boolean optional ? optional : null;
    }

    private static void putIfPresent(Map<String, Object> tree, String key, @Nullable Object value) {
        if (value != null) {
            tree.put(key, value);
        }
    }
}
