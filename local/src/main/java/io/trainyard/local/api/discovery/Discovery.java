package io.trainyard.local.api.discovery;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.request.SelfReviews;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.resource.ResourceTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Answers the requests by which clients find out what there is. */
public final class Discovery {
    private static final List<Object> VERBS =
            List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");
    private static final Map<String, String> SUBRESOURCE_KINDS = Map.of(
            "scale", "Scale",
            "binding", "Binding",
            "exec", "PodExecOptions",
            "attach", "PodAttachOptions",
            "portforward", "PodPortForwardOptions");

    private final ResourceTypes types;

    public Discovery(ResourceTypes types) {
        this.types = types;
    }

    /** {@code /version}: that of the Kubernetes whose behavior is imitated. */
    public Map<String, Object> version() {
        return Tree.of(
                "major", "1",
                "minor", "36",
                "gitVersion", "v1.36.3+trainyard",
                "gitCommit", "",
                "gitTreeState", "clean",
                "buildDate", "1970-01-01T00:00:00Z",
                "goVersion", "none",
                "compiler", "javac",
                "platform", "jvm");
    }

    /** {@code /api}: versions of the core group. */
    public Map<String, Object> coreVersions() {
        return Tree.of(
                "kind", "APIVersions",
                "versions", List.of("v1"),
                "serverAddressByClientCIDRs",
                        List.of(Tree.of("clientCIDR", "0.0.0.0/0", "serverAddress", "localhost")));
    }

    /** {@code /apis}: all other groups. */
    public Map<String, Object> groups() {
        List<Object> groups = new ArrayList<>();
        allGroups().forEach((name, versions) -> {
            if (!name.isEmpty()) {
                groups.add(group(name, versions));
            }
        });
        return Tree.of("kind", "APIGroupList", "apiVersion", "v1", "groups", groups);
    }

    private Map<String, List<String>> allGroups() {
        Map<String, List<String>> groups = new LinkedHashMap<>(types.groups());
        SelfReviews.KINDS.forEach(review -> groups.putIfAbsent(
                review.resource().group(), List.of(review.resource().version())));
        return groups;
    }

    /** {@code /apis/GROUP}; empty when there is no such group. */
    public Optional<Map<String, Object>> group(String name) {
        List<String> versions = allGroups().get(name);
        if (versions == null || name.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Object> tree = Tree.of("kind", "APIGroup", "apiVersion", "v1");
        tree.putAll(group(name, versions));
        return Optional.of(tree);
    }

    private static Map<String, Object> group(String name, List<String> versions) {
        List<Object> entries = new ArrayList<>();
        for (String version : versions) {
            entries.add(Tree.of("groupVersion", name + "/" + version, "version", version));
        }
        return Tree.of("name", name, "versions", entries, "preferredVersion", entries.get(0));
    }

    /** {@code /apis/GROUP/VERSION} and {@code /api/v1}; empty when there is no such version. */
    public Optional<Map<String, Object>> resources(String group, String version) {
        List<Object> resources = new ArrayList<>();
        String groupVersion = "";
        for (ResourceType type : types.all()) {
            if (type.resource().group().equals(group)
                    && type.resource().version().equals(version)) {
                groupVersion = type.apiVersion();
                resources.add(resource(type));
                type.subresources().forEach(name -> resources.add(subresource(type, name)));
            }
        }
        for (SelfReviews.Review review : SelfReviews.KINDS) {
            if (review.resource().group().equals(group)
                    && review.resource().version().equals(version)) {
                groupVersion = review.resource().apiVersion();
                resources.add(review(review));
            }
        }
        return resources.isEmpty()
                ? Optional.empty()
                : Optional.of(Tree.of(
                        "kind",
                        "APIResourceList",
                        "apiVersion",
                        "v1",
                        "groupVersion",
                        groupVersion,
                        "resources",
                        resources));
    }

    private static Map<String, Object> resource(ResourceType type) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", type.resource().plural());
        entry.put("singularName", type.names().singular());
        entry.put("namespaced", type.namespaced());
        entry.put("kind", type.kind());
        entry.put("verbs", VERBS);
        if (!type.names().shortNames().isEmpty()) {
            entry.put("shortNames", type.names().shortNames());
        }
        if (!type.names().categories().isEmpty()) {
            entry.put("categories", type.names().categories());
        }
        return entry;
    }

    private static Map<String, Object> review(SelfReviews.Review review) {
        return Tree.of(
                "name", review.resource().plural(),
                "singularName", review.kind().toLowerCase(Locale.ROOT),
                "namespaced", false,
                "kind", review.kind(),
                "verbs", List.of("create"));
    }

    private static Map<String, Object> subresource(ResourceType type, String name) {
        Map<String, Object> entry = Tree.of(
                "name",
                type.resource().plural() + "/" + name,
                "singularName",
                "",
                "namespaced",
                type.namespaced(),
                "kind",
                SUBRESOURCE_KINDS.getOrDefault(name, type.kind()));
        if (name.equals("scale")) {
            entry.put("group", "autoscaling");
            entry.put("version", "v1");
        }
        entry.put(
                "verbs",
                switch (name) {
                    case "binding" -> List.of("create");
                    case "exec", "attach", "portforward" -> List.of("create", "get");
                    case "log" -> List.of("get");
                    default -> List.of("get", "patch", "update");
                });
        return entry;
    }
}
