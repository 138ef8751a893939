package io.trainyard.local.kubelet.environment;

import com.google.re2j.Matcher;
import io.trainyard.foundation.quantity.ResourceQuantity;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a pod may ask about itself.
 *
 * @param podAddress its own IP address
 * @param hostAddress IP address of the node
 * @param capacity of the node, by resource: what a container without a limit may use
 */
public record DownwardApi(
        PodSpec pod, String nodeName, String podAddress, String hostAddress, Map<String, String> capacity) {
    private static final LinearPattern ENTRY = LinearPattern.of("metadata\\.(labels|annotations)\\['(.+)']");

    public DownwardApi {
        capacity = Map.copyOf(capacity);
    }

    /**
     * The value of a field of the pod, for a variable.
     *
     * @throws ConfigurationException for a field that cannot be asked for
     */
    public String field(String path) {
        Matcher entry = ENTRY.matcher(path);
        if (entry.matches()) {
            return Tree.text(Tree.child(pod.tree(), "metadata", entry.group(1)), entry.group(2));
        }
        return switch (path) {
            case "metadata.name" -> pod.name();
            case "metadata.namespace" -> pod.namespace();
            case "metadata.uid" -> pod.uid();
            case "spec.nodeName" -> nodeName;
            case "spec.serviceAccountName" -> Tree.text(pod.tree(), "spec", "serviceAccountName");
            case "status.hostIP", "status.hostIPs" -> hostAddress;
            case "status.podIP", "status.podIPs" -> podAddress;
            default ->
                throw new ConfigurationException("fieldPath " + path + " is not supported; use metadata.name,"
                        + " metadata.namespace, metadata.uid, metadata.labels['...'], metadata.annotations['...'],"
                        + " spec.nodeName, spec.serviceAccountName, status.hostIP(s) or status.podIP(s)");
        };
    }

    /**
     * The value of a field of the pod, for a file: as {@link #field}, and also all labels or all annotations, one a line.
     *
     * @throws ConfigurationException for a field that cannot be asked for
     */
    public String fileField(String path) {
        return switch (path) {
            case "metadata.labels" -> lines(pod.labels());
            case "metadata.annotations" -> lines(pod.annotations());
            default -> field(path);
        };
    }

    private static String lines(Map<String, Object> entries) {
        StringBuilder lines = new StringBuilder();
        new TreeMap<>(entries).forEach((key, value) -> lines.append(lines.length() == 0 ? "" : "\n")
                .append(key)
                .append("=\"")
                .append(escaped(String.valueOf(value)))
                .append('"'));
        return lines.toString();
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\n", "\\n")
                .replace("\t", "\\t");
    }

    /**
     * An amount of a resource of a container, rounded up to a whole number of divisors.
     *
     * @param reference a {@code resourceFieldRef}
     * @throws ConfigurationException for a resource that cannot be asked for
     */
    public String resource(ContainerSpec container, Map<String, Object> reference) {
        String resource = Tree.text(reference, "resource");
        int dot = resource.indexOf('.');
        String kind = dot < 0 ? "" : resource.substring(0, dot);
        String name = resource.substring(dot + 1);
        if (!kind.equals("limits") && !kind.equals("requests")) {
            throw new ConfigurationException(
                    "resource \"" + resource + "\" is not supported; it must begin with limits. or requests.");
        }
        Object divisor = reference.getOrDefault("divisor", "1");
        return amount(container, kind, name).dividedBy(quantity(divisor)).toString();
    }

    private ResourceQuantity amount(ContainerSpec container, String kind, String name) {
        Object specified = Tree.at(container.tree(), "resources", kind, name);
        Object absent = kind.equals("requests") ? "0" : capacity.getOrDefault(name, "0");
        return quantity(specified != null ? specified : absent);
    }

    private static ResourceQuantity quantity(Object text) {
        try {
            return ResourceQuantity.parse(String.valueOf(text));
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(String.valueOf(e.getMessage()));
        }
    }
}
