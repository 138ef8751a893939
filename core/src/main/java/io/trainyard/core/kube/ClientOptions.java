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
 * @param strictFields let the API server refuse unknown fields in applied objects, for tests
 * @param streamedLists read first lists through the watch, object by object; needs API server 1.32
 * @param missingKindCheck how often to look whether a kind that is not served has been installed
 */
public record ClientOptions(
        Optional<Path> kubeconfig,
        Optional<String> context,
        RequestLimits limits,
        String fieldManager,
        boolean strictFields,
        boolean streamedLists,
        Duration missingKindCheck) {

    public static ClientOptions defaults() {
        return new ClientOptions(
                Optional.empty(),
                Optional.empty(),
                RequestLimits.DEFAULT,
                "trainer",
                false,
                false,
                Duration.ofSeconds(30));
    }

    public ClientOptions withKubeconfig(Path file) {
        return new ClientOptions(
                Optional.of(file), context, limits, fieldManager, strictFields, streamedLists, missingKindCheck);
    }

    /** The same in that context of the kubeconfig, also where a service account would be found. */
    public ClientOptions withContext(String name) {
        return new ClientOptions(
                kubeconfig, Optional.of(name), limits, fieldManager, strictFields, streamedLists, missingKindCheck);
    }

    public ClientOptions withLimits(RequestLimits newLimits) {
        return new ClientOptions(
                kubeconfig, context, newLimits, fieldManager, strictFields, streamedLists, missingKindCheck);
    }

    public ClientOptions withFieldManager(String name) {
        return new ClientOptions(kubeconfig, context, limits, name, strictFields, streamedLists, missingKindCheck);
    }

    public ClientOptions withStrictFields() {
        return new ClientOptions(kubeconfig, context, limits, fieldManager, true, streamedLists, missingKindCheck);
    }

    public ClientOptions withStreamedLists() {
        return new ClientOptions(kubeconfig, context, limits, fieldManager, strictFields, true, missingKindCheck);
    }

    public ClientOptions withMissingKindCheck(Duration interval) {
        return new ClientOptions(kubeconfig, context, limits, fieldManager, strictFields, streamedLists, interval);
    }
}
