package io.trainyard.core.certificates;

import io.smallrye.mutiny.Uni;
import java.util.function.Consumer;

/** Where the certificate of the TLS servers comes from. For use on the owning event loop. */
public interface CertificateSource {
    /**
     * Begins to look after the certificate.
     *
     * @param changed told of every later one, on the owning event loop
     * @return the first one; waits for it as long as it takes, and never fails
     */
    Uni<ServingCertificate> start(Consumer<ServingCertificate> changed);

    /** What keeps it from having a good certificate, for the log and for readiness; empty when nothing does. From any thread. */
    String problem();

    /** Ends; nobody is told of anything any more. */
    void stop();
}
