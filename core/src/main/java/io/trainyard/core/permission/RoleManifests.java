package io.trainyard.core.permission;

import io.trainyard.spi.Permission;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Roles as YAML that people review: one rule for each thing that is done, with its reason as a comment. */
public final class RoleManifests {
    private static final String API_VERSION = "rbac.authorization.k8s.io/v1";

    private static final Set<String> NOT_TEXT = Set.of("y", "n", "yes", "no", "on", "off", "true", "false", "null");

    private final InstallationNames names;
    private final List<String> namespaces;
    private final List<String> secretNamespaces;

    /**
     * @param namespaces those that are served, each of which gets a Role and a RoleBinding in the place of rules for the whole cluster; empty for all
     * @param secretNamespaces those in which plugins may have the Secrets that they ask for; empty for none
     */
    public RoleManifests(InstallationNames names, List<String> namespaces, List<String> secretNamespaces) {
        this.names = names;
        this.namespaces = List.copyOf(namespaces);
        this.secretNamespaces = List.copyOf(secretNamespaces);
    }

    /**
     * The ClusterRole and the Role of a controller, whose bindings are part of every installation; a ClusterRole for Secrets, with RoleBindings where it
     * is granted; then, with their bindings, the Roles in the namespaces that are served.
     *
     * @param plugins what each plugin needs, by its name
     */
    public String ofController(Map<String, List<Permission>> plugins) {
        List<PermissionRule> grants = new ArrayList<>(ControllerPermissions.whereItServes());
        grants.addAll(ofPlugins(plugins));
        List<String> documents = new ArrayList<>();
        documents.add(role("ClusterRole", names.controller(), "", ofCluster(grants)));
        documents.add(role("Role", names.controller(), names.namespace(), ControllerPermissions.inOwnNamespace(names)));
        documents.addAll(forSecrets(names.controller(), grants));
        documents.addAll(inNamespaces(names.controller() + "-jobs", grants));
        return String.join("---\n", documents);
    }

    /**
     * Roles with what plugins need and nothing else, and their bindings to the controller: what a vendor adds to an installation.
     *
     * @param plugins what each plugin needs, by its name
     * @return empty when they need nothing
     */
    public String ofPluginsAlone(Map<String, List<Permission>> plugins) {
        return further(String.join("-", plugins.keySet()), ofPlugins(plugins));
    }

    /** Roles with what the web page needs and nothing else, and their bindings to the controller: for an installation that serves it. */
    public String ofDashboard() {
        return further("dashboard", DashboardPermissions.whereItServes());
    }

    /** The same for what the web page shows of Kueue. */
    public String ofKueue() {
        return further("kueue", DashboardPermissions.ofKueue());
    }

    private String further(String what, List<PermissionRule> grants) {
        String name = names.controller() + "-" + what;
        List<String> documents = new ArrayList<>();
        List<PermissionRule> ofCluster = ofCluster(grants);
        if (!ofCluster.isEmpty()) {
            documents.add(role("ClusterRole", name, "", ofCluster));
            documents.add(binding("ClusterRoleBinding", name, "", "ClusterRole"));
        }
        documents.addAll(forSecrets(name, grants));
        documents.addAll(inNamespaces(name, grants));
        return String.join("---\n", documents);
    }

    /** What only a ClusterRole can grant; everything where all namespaces are served. */
    private List<PermissionRule> ofCluster(List<PermissionRule> grants) {
        return grants.stream()
                .filter(grant -> !grant.reachesSecrets())
                .filter(grant -> namespaces.isEmpty() || grant.permission().clusterScoped())
                .toList();
    }

    /** Secrets of any name: a role of its own, which reaches nothing until somebody binds it in a namespace. */
    private List<String> forSecrets(String controller, List<PermissionRule> grants) {
        List<PermissionRule> secrets =
                grants.stream().filter(PermissionRule::reachesSecrets).toList();
        if (secrets.isEmpty()) {
            return List.of();
        }
        String name = controller + "-secrets";
        List<String> documents = new ArrayList<>();
        documents.add(role("ClusterRole", name, "", secrets));
        secretNamespaces.forEach(namespace -> documents.add(binding("RoleBinding", name, namespace, "ClusterRole")));
        return documents;
    }

    private List<String> inNamespaces(String name, List<PermissionRule> grants) {
        List<PermissionRule> granted = grants.stream()
                .filter(grant -> !grant.permission().clusterScoped() && !grant.reachesSecrets())
                .toList();
        List<String> documents = new ArrayList<>();
        if (!granted.isEmpty()) {
            for (String namespace : namespaces) {
                documents.add(role("Role", name, namespace, granted));
                documents.add(binding("RoleBinding", name, namespace, "Role"));
            }
        }
        return documents;
    }

    private String binding(String kind, String name, String namespace, String roleKind) {
        return head(kind, name, namespace)
                + """
                roleRef:
                  apiGroup: rbac.authorization.k8s.io
                  kind: %s
                  name: %s
                subjects:
                  - kind: ServiceAccount
                    name: %s
                    namespace: %s
                """
                        .formatted(roleKind, name, names.controller(), quoted(names.namespace()));
    }

    /** Plugins that need the same share one rule. */
    private static List<PermissionRule> ofPlugins(Map<String, List<Permission>> plugins) {
        Map<Permission, List<String>> users = new LinkedHashMap<>();
        plugins.forEach((plugin, permissions) -> permissions.stream()
                .flatMap(RoleManifests::withSecretsApart)
                .distinct()
                .forEach(permission -> users.computeIfAbsent(permission, unused -> new ArrayList<>())
                        .add(plugin)));
        return users.entrySet().stream()
                .map(entry -> PermissionRule.of("plugin " + String.join(", ", entry.getValue()), entry.getKey()))
                .toList();
    }

    /** A rule that names Secrets among other kinds becomes two: they are granted in different places. */
    private static Stream<Permission> withSecretsApart(Permission permission) {
        Map<Boolean, List<String>> resources =
                permission.resources().stream().collect(Collectors.partitioningBy(PermissionRule.SECRETS::equals));
        return resources.values().stream()
                .filter(some -> !some.isEmpty())
                .map(some -> new Permission(permission.group(), some, permission.verbs(), permission.clusterScoped()));
    }

    private static String role(String kind, String name, String namespace, List<PermissionRule> grants) {
        return head(kind, name, namespace)
                + "rules:\n"
                + grants.stream().map(RoleManifests::rule).collect(Collectors.joining());
    }

    private static String head(String kind, String name, String namespace) {
        return "apiVersion: " + API_VERSION + "\nkind: " + kind + "\nmetadata:\n  name: " + name + "\n"
                + (namespace.isEmpty() ? "" : "  namespace: " + quoted(namespace) + "\n");
    }

    /** A name as YAML takes it for text: {@code null}, {@code no} and {@code 1e3} are names of namespaces, too. */
    private static String quoted(String namespace) {
        boolean plain = Character.isLetter(namespace.charAt(0)) && !NOT_TEXT.contains(namespace);
        return plain ? namespace : '"' + namespace + '"';
    }

    private static String rule(PermissionRule grant) {
        Permission permission = grant.permission();
        return "  # " + grant.purpose() + "\n"
                + "  - apiGroups: [" + (permission.group().isEmpty() ? "\"\"" : permission.group()) + "]\n"
                + "    resources: [" + String.join(", ", permission.resources()) + "]\n"
                + (grant.names().isEmpty() ? "" : "    resourceNames: [" + String.join(", ", grant.names()) + "]\n")
                + "    verbs: [" + String.join(", ", permission.verbs()) + "]\n";
    }
}
