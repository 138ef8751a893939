package io.trainyard.launcher.cli.service;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Adds a context for a service to a kubeconfig that holds others. Pure. */
final class KubeconfigMerge {
    private static final String OUR_SERVERS = "http://127.0.0.1:";

    private KubeconfigMerge() {}

    /**
     * The kubeconfig with a context, a cluster and a user of this name. All else stays, in its order; the current context is changed only where there is none.
     *
     * @param config the kubeconfig; empty for none
     * @param server URL with which the service is reached
     * @return empty when one of the three exists and is not ours
     */
    static Optional<Map<String, Object>> merged(Map<String, Object> config, String name, String server) {
        if (isForeign(config, name)) {
            return Optional.empty();
        }
        Map<String, Object> merged = Tree.copy(config);
        merged.putIfAbsent("apiVersion", "v1");
        merged.putIfAbsent("kind", "Config");
        put(merged, "clusters", Tree.of("name", name, "cluster", Tree.of("server", server)));
        put(merged, "users", Tree.of("name", name, "user", Tree.of()));
        put(
                merged,
                "contexts",
                Tree.of("name", name, "context", Tree.of("cluster", name, "user", name, "namespace", "default")));
        if (Tree.text(merged, "current-context").isEmpty()) {
            merged.put("current-context", name);
        }
        return Optional.of(merged);
    }

    private static boolean isForeign(Map<String, Object> config, String name) {
        Optional<Map<String, Object>> cluster = named(config, "clusters", name);
        Optional<Map<String, Object>> user = named(config, "users", name);
        Optional<Map<String, Object>> context = named(config, "contexts", name);
        if (cluster.isEmpty()) {
            return user.isPresent() || context.isPresent();
        }
        boolean ours = Tree.text(cluster.get(), "cluster", "server").startsWith(OUR_SERVERS)
                && user.map(entry -> Tree.child(entry, "user").isEmpty()).orElse(true)
                && context.map(entry -> Tree.text(entry, "context", "cluster").equals(name))
                        .orElse(true);
        return !ours;
    }

    private static Optional<Map<String, Object>> named(Map<String, Object> config, String section, String name) {
        return Tree.objects(config, section).stream()
                .filter(entry -> name.equals(entry.get("name")))
                .findFirst();
    }

    private static void put(Map<String, Object> config, String section, Map<String, Object> entry) {
        List<Object> entries = new ArrayList<>(Tree.list(config, section));
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i) instanceof Map<?, ?> known
                    && Tree.text(entry, "name").equals(known.get("name"))) {
                entries.set(i, entry);
                config.put(section, entries);
                return;
            }
        }
        entries.add(entry);
        config.put(section, entries);
    }
}
