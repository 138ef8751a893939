package io.trainyard.core.permission;

import io.trainyard.spi.Permission;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Roles as YAML that people review: one rule for each thing that is done, with its reason as a comment. */
public final class RoleManifests {
    private static final String API_VERSION = "rbac.authorization.k8s.io/v1";

    private final InstallationNames names;

    public RoleManifests(InstallationNames names) {
        this.names = names;
    }

    /**
     * The ClusterRole and the Role of a controller, two documents.
     *
     * @param plugins what each plugin needs, by its name
     */
    public String ofController(Map<String, List<Permission>> plugins) {
        List<Grant> clusterWide = new ArrayList<>(ControllerPermissions.clusterWide());
        clusterWide.addAll(ofPlugins(plugins));
        return role("ClusterRole", names.controller(), "", clusterWide)
                + "---\n"
                + role("Role", names.controller(), names.namespace(), ControllerPermissions.inOwnNamespace(names));
    }

    /**
     * A ClusterRole with what plugins need and nothing else, and its binding to the controller: what a vendor adds to an installation.
     *
     * @param plugins what each plugin needs, by its name
     * @return empty when they need nothing
     */
    public String ofPluginsAlone(Map<String, List<Permission>> plugins) {
        List<Grant> grants = ofPlugins(plugins);
        if (grants.isEmpty()) {
            return "";
        }
        String name = names.controller() + "-" + String.join("-", plugins.keySet());
        return role("ClusterRole", name, "", grants)
                + "---\n"
                + """
                apiVersion: %1$s
                kind: ClusterRoleBinding
                metadata:
                  name: %2$s
                roleRef:
                  apiGroup: rbac.authorization.k8s.io
                  kind: ClusterRole
                  name: %2$s
                subjects:
                  - kind: ServiceAccount
                    name: %3$s
                    namespace: %4$s
                """
                        .formatted(API_VERSION, name, names.controller(), names.namespace());
    }

    /** Plugins that need the same share one rule. */
    private static List<Grant> ofPlugins(Map<String, List<Permission>> plugins) {
        Map<Permission, List<String>> users = new LinkedHashMap<>();
        plugins.forEach(
                (plugin, permissions) -> permissions.stream().distinct().forEach(permission -> users.computeIfAbsent(
                                permission, unused -> new ArrayList<>())
                        .add(plugin)));
        return users.entrySet().stream()
                .map(entry -> Grant.of("plugin " + String.join(", ", entry.getValue()), entry.getKey()))
                .toList();
    }

    private static String role(String kind, String name, String namespace, List<Grant> grants) {
        return "apiVersion: " + API_VERSION + "\nkind: " + kind + "\nmetadata:\n  name: " + name + "\n"
                + (namespace.isEmpty() ? "" : "  namespace: " + namespace + "\n")
                + "rules:\n"
                + grants.stream().map(RoleManifests::rule).collect(Collectors.joining());
    }

    private static String rule(Grant grant) {
        Permission permission = grant.permission();
        return "  # " + grant.purpose() + "\n"
                + "  - apiGroups: [" + (permission.group().isEmpty() ? "\"\"" : permission.group()) + "]\n"
                + "    resources: [" + String.join(", ", permission.resources()) + "]\n"
                + (grant.names().isEmpty() ? "" : "    resourceNames: [" + String.join(", ", grant.names()) + "]\n")
                + "    verbs: [" + String.join(", ", permission.verbs()) + "]\n";
    }
}
