package io.trainyard.local.kubelet.environment;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The ConfigMaps and Secrets, by name, and the tokens that a pod or one of its containers refers to. */
public record References(Set<String> configMaps, Set<String> secrets, Set<Token> tokens) {
    private static final long ORDINARY_SECONDS = 3600;

    /**
     * A token of the service account of the pod.
     *
     * @param audience empty for the API server
     * @param seconds how long it is valid
     */
    public record Token(String audience, long seconds) {}

    public References {
        configMaps = Set.copyOf(configMaps);
        secrets = Set.copyOf(secrets);
        tokens = Set.copyOf(tokens);
    }

    public boolean isEmpty() {
        return configMaps.isEmpty() && secrets.isEmpty() && tokens.isEmpty();
    }

    /** What the variables of a container are made of. */
    public static References of(ContainerSpec container) {
        Collector found = new Collector();
        for (Map<String, Object> source : Tree.objects(container.tree(), "envFrom")) {
            found.configMap(Tree.text(source, "configMapRef", "name"));
            found.secret(Tree.text(source, "secretRef", "name"));
        }
        for (Map<String, Object> variable : Tree.objects(container.tree(), "env")) {
            found.configMap(Tree.text(variable, "valueFrom", "configMapKeyRef", "name"));
            found.secret(Tree.text(variable, "valueFrom", "secretKeyRef", "name"));
        }
        return found.references();
    }

    /** What the volumes of a pod are made of. */
    public static References ofVolumes(PodSpec pod) {
        Collector found = new Collector();
        for (Map<String, Object> volume : Tree.objects(pod.tree(), "spec", "volumes")) {
            found.configMap(Tree.text(volume, "configMap", "name"));
            found.secret(Tree.text(volume, "secret", "secretName"));
            for (Map<String, Object> source : Tree.objects(volume, "projected", "sources")) {
                found.configMap(Tree.text(source, "configMap", "name"));
                found.secret(Tree.text(source, "secret", "name"));
                if (source.containsKey("serviceAccountToken")) {
                    found.tokens.add(new Token(
                            Tree.text(source, "serviceAccountToken", "audience"),
                            Tree.integer(ORDINARY_SECONDS, source, "serviceAccountToken", "expirationSeconds")));
                }
            }
        }
        return found.references();
    }

    private static final class Collector {
        private final Set<String> configMaps = new LinkedHashSet<>();
        private final Set<String> secrets = new LinkedHashSet<>();
        private final Set<Token> tokens = new LinkedHashSet<>();

        void configMap(String name) {
            if (!name.isEmpty()) {
                configMaps.add(name);
            }
        }

        void secret(String name) {
            if (!name.isEmpty()) {
                secrets.add(name);
            }
        }

        References references() {
            return new References(configMaps, secrets, tokens);
        }
    }
}
