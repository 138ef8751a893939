package io.trainyard.local.kubelet.environment;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

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
        configMaps = withoutNobody(configMaps);
        secrets = withoutNobody(secrets);
        tokens = Set.copyOf(tokens);
    }

    private static Set<String> withoutNobody(Set<String> names) {
        return names.stream().filter(name -> !name.isEmpty()).collect(Collectors.toUnmodifiableSet());
    }

    public boolean isEmpty() {
        return configMaps.isEmpty() && secrets.isEmpty() && tokens.isEmpty();
    }

    /** What the variables of a container are made of. */
    public static References of(ContainerSpec container) {
        Set<String> configMaps = new LinkedHashSet<>();
        Set<String> secrets = new LinkedHashSet<>();
        for (Map<String, Object> source : Tree.objects(container.tree(), "envFrom")) {
            configMaps.add(Tree.text(source, "configMapRef", "name"));
            secrets.add(Tree.text(source, "secretRef", "name"));
        }
        for (Map<String, Object> variable : Tree.objects(container.tree(), "env")) {
            configMaps.add(Tree.text(variable, "valueFrom", "configMapKeyRef", "name"));
            secrets.add(Tree.text(variable, "valueFrom", "secretKeyRef", "name"));
        }
        return new References(configMaps, secrets, Set.of());
    }

    /** What the volumes of a pod are made of. */
    public static References ofVolumes(PodSpec pod) {
        Set<String> configMaps = new LinkedHashSet<>();
        Set<String> secrets = new LinkedHashSet<>();
        Set<Token> tokens = new LinkedHashSet<>();
        for (Map<String, Object> volume : Tree.objects(pod.tree(), "spec", "volumes")) {
            configMaps.add(Tree.text(volume, "configMap", "name"));
            secrets.add(Tree.text(volume, "secret", "secretName"));
            for (Map<String, Object> source : Tree.objects(volume, "projected", "sources")) {
                configMaps.add(Tree.text(source, "configMap", "name"));
                secrets.add(Tree.text(source, "secret", "name"));
                if (source.containsKey("serviceAccountToken")) {
                    tokens.add(new Token(
                            Tree.text(source, "serviceAccountToken", "audience"),
                            Tree.integer(ORDINARY_SECONDS, source, "serviceAccountToken", "expirationSeconds")));
                }
            }
        }
        return new References(configMaps, secrets, tokens);
    }
}
