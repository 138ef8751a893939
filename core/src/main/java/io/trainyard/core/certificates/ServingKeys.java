package io.trainyard.core.certificates;

import io.trainyard.core.tls.CertifiedKey;
import io.trainyard.core.tls.Pem;
import io.vertx.core.Vertx;
import io.vertx.core.net.KeyCertOptions;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;

/**
 * A certificate and its key for Vert.x. Its own way puts them into a key store of Java's default type, which hashes a password some 10,000 times for
 * each of them: 0.2 s of a controller's start, for a store that never leaves the memory.
 *
 * @param certificatePem the certificate, then those between it and the authority, in PEM
 * @param keyPem its private key in PEM; a secret
 */
record ServingKeys(String certificatePem, String keyPem) implements KeyCertOptions {
    /** Costs milliseconds of computing: not on an event loop. Fails when one of both cannot be read. */
    @Override
    public KeyManagerFactory getKeyManagerFactory(Vertx vertx) throws GeneralSecurityException, IOException {
        List<X509Certificate> chain = Pem.certificates(certificatePem);
        if (chain.isEmpty()) {
            throw new GeneralSecurityException("there is no certificate");
        }
        return new CertifiedKey(chain, Pem.key(keyPem)).keyManagers();
    }

    @Override
    public KeyCertOptions copy() {
        return this;
    }

    /** Without the key, which belongs into no log. */
    @Override
    public String toString() {
        return "ServingKeys";
    }
}
