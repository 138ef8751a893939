package io.trainyard.core.kube;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How to reach the API server.
 *
 * @param kubeconfig file to use instead of looking for one (CFG-02)
 * @param limits how hard to press it
 * @param fieldManager name under which we own fields (FAB-23)
 * @param strictFields let the API server refuse unknown fields in applied objects, for tests (FAB-13)
 * @param fullTlsWarmup load all TLS code before the first request; for very small CPU limits (FAB-09b)
 * @param streamedLists read first lists through the watch, object by object; needs API server 1.32 (FAB-33)
 */
public record ClientOptions(
        Optional<Path> kubeconfig,
        RequestLimits limits,
        String fieldManager,
        boolean strictFields,
        boolean fullTlsWarmup,
        boolean streamedLists) {

    public static ClientOptions defaults() {
        return new ClientOptions(Optional.empty(), RequestLimits.DEFAULT, "trainer", false, false, false);
    }

    public ClientOptions withKubeconfig(Path file) {
        return new ClientOptions(Optional.of(file), limits, fieldManager, strictFields, fullTlsWarmup, streamedLists);
    }

    public ClientOptions withLimits(RequestLimits newLimits) {
        return new ClientOptions(kubeconfig, newLimits, fieldManager, strictFields, fullTlsWarmup, streamedLists);
    }

    public ClientOptions withStrictFields() {
        return new ClientOptions(kubeconfig, limits, fieldManager, true, fullTlsWarmup, streamedLists);
    }

    public ClientOptions withFullTlsWarmup() {
        return new ClientOptions(kubeconfig, limits, fieldManager, strictFields, true, streamedLists);
    }

    public ClientOptions withStreamedLists() {
        return new ClientOptions(kubeconfig, limits, fieldManager, strictFields, fullTlsWarmup, true);
    }
}
