package io.trainyard.local.kubelet.environment;

import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.kubelet.naming.PodTextRewriter;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes the variables of one container in the order of a kubelet: {@code envFrom} in the order of its list, later sources winning, then {@code env},
 * each of which may refer to what was set before it.
 */
public final class EnvironmentBuilder {
    private static final LinearPattern NAME = LinearPattern.of("[-._a-zA-Z][-._a-zA-Z0-9]*");

    private final DownwardApi downwardApi;
    private final ReferencedData sources;
    private final PodTextRewriter rewriter;
    private final Map<String, String> variables = new LinkedHashMap<>();
    private final Set<String> secretNames = new LinkedHashSet<>();
    private final List<String> invalidNames = new ArrayList<>();
    private int length;

    private EnvironmentBuilder(DownwardApi downwardApi, ReferencedData sources, PodTextRewriter rewriter) {
        this.downwardApi = downwardApi;
        this.sources = sources;
        this.rewriter = rewriter;
    }

    /**
     * Makes the variables of a container.
     *
     * @param rewriter adapts literal values and those from ConfigMaps to this machine
     * @throws ConfigurationException when something that is not optional is missing, or wrong
     */
    public static Environment build(
            ContainerSpec container, DownwardApi downwardApi, ReferencedData sources, PodTextRewriter rewriter) {
        EnvironmentBuilder builder = new EnvironmentBuilder(downwardApi, sources, rewriter);
        for (Map<String, Object> source : Tree.objects(container.tree(), "envFrom")) {
            builder.addAll(source);
        }
        for (Map<String, Object> variable : Tree.objects(container.tree(), "env")) {
            builder.add(container, variable);
        }
        return new Environment(builder.variables, builder.secretNames, builder.invalidNames);
    }

    private void addAll(Map<String, Object> source) {
        String prefix = Tree.text(source, "prefix");
        if (source.containsKey("configMapRef")) {
            Map<String, Object> reference = Tree.child(source, "configMapRef");
            present(sources.configMap(Tree.text(reference, "name")), "configmap", reference)
                    .forEach((key, value) -> addFromSource(prefix + key, text(value), false));
        } else if (source.containsKey("secretRef")) {
            Map<String, Object> reference = Tree.child(source, "secretRef");
            present(sources.secret(Tree.text(reference, "name")), "secret", reference)
                    .forEach((key, value) -> addFromSource(prefix + key, text(value), true));
        }
    }

    private static Map<String, byte[]> present(
            Optional<Map<String, byte[]>> contents, String kind, Map<String, Object> reference) {
        if (contents.isEmpty() && !Tree.flag(reference, "optional")) {
            throw new ConfigurationException(kind + " \"" + Tree.text(reference, "name") + "\" not found");
        }
        return contents.orElse(Map.of());
    }

    private void addFromSource(String name, String value, boolean secret) {
        if (!NAME.matches(name)) {
            invalidNames.add(name);
        } else {
            put(name, secret ? value : rewritten(name, value), secret);
        }
    }

    private String rewritten(String name, String value) {
        return rewriter.rewriteNames(name, rewriter.rewritePaths(name, value));
    }

    private void put(String name, String value, boolean secret) {
        length = Expansion.together("the variables", length, value);
        // A variable that is set again moves to the end, as if it had not been set before.
        variables.remove(name);
        variables.put(name, value);
        if (secret) {
            secretNames.add(name);
        } else {
            secretNames.remove(name);
        }
    }

    private void add(ContainerSpec container, Map<String, Object> variable) {
        String name = Tree.text(variable, "name");
        Map<String, Object> from = Tree.child(variable, "valueFrom");
        if (from.isEmpty()) {
            String literal = rewriter.rewritePaths(name, Tree.text(variable, "value"));
            put(name, rewriter.rewriteNames(name, Expansion.expand(literal, variables::get)), false);
        } else if (from.containsKey("fieldRef")) {
            put(name, downwardApi.field(Tree.text(from, "fieldRef", "fieldPath")), false);
        } else if (from.containsKey("resourceFieldRef")) {
            put(name, downwardApi.resource(container, Tree.child(from, "resourceFieldRef")), false);
        } else if (from.containsKey("configMapKeyRef")) {
            Map<String, Object> reference = Tree.child(from, "configMapKeyRef");
            key(sources.configMap(Tree.text(reference, "name")), "configmap", reference)
                    .ifPresent(value -> put(name, rewritten(name, value), false));
        } else if (from.containsKey("secretKeyRef")) {
            Map<String, Object> reference = Tree.child(from, "secretKeyRef");
            key(sources.secret(Tree.text(reference, "name")), "secret", reference)
                    .ifPresent(value -> put(name, value, true));
        } else {
            throw new ConfigurationException("variable " + name + ": valueFrom has none of fieldRef, resourceFieldRef,"
                    + " configMapKeyRef and secretKeyRef, but " + from.keySet());
        }
    }

    private static Optional<String> key(
            Optional<Map<String, byte[]>> contents, String kind, Map<String, Object> reference) {
        String key = Tree.text(reference, "key");
        byte[] value = present(contents, kind, reference).get(key);
        if (value == null && !Tree.flag(reference, "optional")) {
            throw new ConfigurationException(
                    "couldn't find key " + key + " in " + kind + " \"" + Tree.text(reference, "name") + "\"");
        }
        return Optional.ofNullable(value).map(EnvironmentBuilder::text);
    }

    private static String text(byte[] value) {
        return new String(value, StandardCharsets.UTF_8);
    }
}
