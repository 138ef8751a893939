package io.trainyard.core.kube.login;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Files with the client certificate of a user and its key, which something renews from time to time. */
record CertificateFiles(UserCertificate user) implements CredentialSource {
    @Override
    public Credential read() {
        return new Credential(Optional.empty(), user.read(), Optional.empty());
    }

    @Override
    public Duration refreshDelay(Credential credential, Instant now) {
        return FILE_INTERVAL;
    }

    @Override
    public String description() {
        return "the files of the client certificate";
    }
}
