package io.trainyard.core.certificates;

import java.time.Duration;
import java.util.List;

/**
 * What certificates are to be like.
 *
 * @param names DNS names of the servers; the first is the one that the API server calls
 * @param authorityValidity lifetime of the authority
 * @param serverValidity lifetime of the servers' certificate
 * @param rotateBefore renewed when less than this is left
 */
public record CertificatePolicy(
        List<String> names, Duration authorityValidity, Duration serverValidity, Duration rotateBefore) {
    public CertificatePolicy {
        names = List.copyOf(names);
        if (names.isEmpty()) {
            throw new IllegalArgumentException("a certificate needs at least one DNS name");
        }
    }

    /** The names under which a Service is called. */
    public static List<String> namesOf(String service, String namespace) {
        String inNamespace = service + "." + namespace;
        return List.of(inNamespace + ".svc", inNamespace, inNamespace + ".svc.cluster.local");
    }

    String name() {
        return names.get(0);
    }
}
