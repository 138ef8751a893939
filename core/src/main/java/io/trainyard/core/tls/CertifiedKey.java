package io.trainyard.core.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.interfaces.EdECKey;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;

/**
 * A private key with the certificate that belongs to it, for either side of TLS.
 *
 * @param chain the certificate, then those between it and its authority; never empty
 * @param key a secret; belongs to the first certificate
 */
public record CertifiedKey(List<X509Certificate> chain, PrivateKey key) {
    /** A type that keeps keys without hashing a password many times. */
    private static final String STORE = "JKS";

    private static final char[] NO_PASSWORD = {};
    private static final byte[] PROBE = {1, 2, 3, 4};

    public CertifiedKey {
        chain = List.copyOf(chain);
    }

    /** When the certificate ends. */
    public Instant notAfter() {
        return chain.get(0).getNotAfter().toInstant();
    }

    /** Whether a key belongs to a certificate; costs a signature. */
    public static boolean belongs(PrivateKey key, X509Certificate certificate) {
        try {
            String algorithm = signatureAlgorithm(key);
            Signature signing = Signature.getInstance(algorithm);
            signing.initSign(key);
            signing.update(PROBE);
            Signature verifying = Signature.getInstance(algorithm);
            verifying.initVerify(certificate.getPublicKey());
            verifying.update(PROBE);
            return verifying.verify(signing.sign());
        } catch (GeneralSecurityException other) {
            return false;
        }
    }

    /** With which the key signs. */
    public static String signatureAlgorithm(PrivateKey key) {
        if (key instanceof EdECKey edwards) {
            return edwards.getParams().getName();
        }
        return "SHA256with" + (key.getAlgorithm().equals("EC") ? "ECDSA" : key.getAlgorithm());
    }

    /** For TLS; offers this key and no other. */
    public KeyManagerFactory keyManagers() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(STORE);
        store.load(null, NO_PASSWORD);
        store.setKeyEntry("key", key, NO_PASSWORD, chain.toArray(X509Certificate[]::new));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return factory;
    }

    /** Without the key, which belongs into no log. */
    @Override
    public String toString() {
        return "CertifiedKey[" + chain.get(0).getSubjectX500Principal() + " until " + notAfter() + "]";
    }
}
