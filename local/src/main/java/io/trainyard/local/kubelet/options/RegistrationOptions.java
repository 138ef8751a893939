package io.trainyard.local.kubelet.options;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the Node object is made and left. Immutable; begin with {@link #DEFAULT}.
 *
 * @param labels beside those that every node has
 * @param taints as the API has them; pods without a toleration are not scheduled here
 * @param removes whether a Node object that this kubelet made goes when the kubelet stops; otherwise it stays, as not ready
 * @param endpoint where the API server fetches logs and reaches containers; empty when it cannot
 */
public record RegistrationOptions(
        Map<String, String> labels, List<Taint> taints, boolean removes, Optional<KubeletEndpoint> endpoint) {
    public static final RegistrationOptions DEFAULT =
            new RegistrationOptions(Map.of(), List.of(), true, Optional.empty());

    public RegistrationOptions {
        labels = Map.copyOf(labels);
        taints = List.copyOf(taints);
    }

    /**
     * Keeps pods away that do not tolerate it.
     *
     * @param value may be empty
     * @param effect {@code NoSchedule}, {@code PreferNoSchedule} or {@code NoExecute}
     */
    public record Taint(String key, String value, String effect) {}

    /** The Node object tells the API server where this kubelet is reached. */
    public RegistrationOptions withEndpoint(KubeletEndpoint reached) {
        return new RegistrationOptions(labels, taints, removes, Optional.of(reached));
    }
}
