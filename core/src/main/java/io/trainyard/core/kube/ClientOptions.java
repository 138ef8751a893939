package io.trainyard.core.kube;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How to reach the API server.
 *
 * @param kubeconfig file to use instead of looking for one
 * @param context of the kubeconfig to use instead of its current one
 * @param limits how hard to press it
 * @param fieldManager name under which we own fields
 * @param missingKindCheck how often to look whether a kind that is not served has been installed
 */
public record ClientOptions(
        Optional<Path> kubeconfig,
        Optional<String> context,
        RequestLimits limits,
        String fieldManager,
        Duration missingKindCheck) {

    public static ClientOptions defaults() {
        return new ClientOptions(
                Optional.empty(), Optional.empty(), RequestLimits.DEFAULT, "trainer", Duration.ofSeconds(30));
    }

    public ClientOptions withKubeconfig(Path file) {
        return new ClientOptions(Optional.of(file), context, limits, fieldManager, missingKindCheck);
    }

    /** The same in that context of the kubeconfig, also where a service account would be found. */
    public ClientOptions withContext(String name) {
        return new ClientOptions(kubeconfig, Optional.of(name), limits, fieldManager, missingKindCheck);
    }

    public ClientOptions withLimits(RequestLimits newLimits) {
        return new ClientOptions(kubeconfig, context, newLimits, fieldManager, missingKindCheck);
    }

    public ClientOptions withFieldManager(String name) {
        return new ClientOptions(kubeconfig, context, limits, name, missingKindCheck);
    }

    public ClientOptions withMissingKindCheck(Duration interval) {
        return new ClientOptions(kubeconfig, context, limits, fieldManager, interval);
    }
}
