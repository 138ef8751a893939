package io.trainyard.core.certificates;

import io.trainyard.core.tls.CertifiedKey;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/**
 * A private key with the certificate for it.
 *
 * @param chain the certificate, then those between it and its authority; never empty
 * @param key belongs to the certificate
 */
record SignedKey(List<X509Certificate> chain, PrivateKey key) {
    private static final String SERVER_AUTHENTICATION = "1.3.6.1.5.5.7.3.1";
    private static final int DNS_NAME = 2;

    SignedKey {
        chain = List.copyOf(chain);
    }

    X509Certificate certificate() {
        return chain.get(0);
    }

    Instant notAfter() {
        return certificate().getNotAfter().toInstant();
    }

    /** Whether a server of that name may use it. */
    boolean isForServer(String name) {
        try {
            List<String> uses = certificate().getExtendedKeyUsage();
            Collection<List<?>> names = certificate().getSubjectAlternativeNames();
            return uses != null
                    && uses.contains(SERVER_AUTHENTICATION)
                    && names != null
                    && names.contains(List.of(DNS_NAME, name));
        } catch (GeneralSecurityException unreadable) {
            return false;
        }
    }

    /** Whether a caller who trusts this authority accepts it at that time. */
    boolean isFrom(X509Certificate authority, Instant at) {
        return isValid(certificate(), at) && isValid(authority, at) && isSigned(chain.get(chain.size() - 1), authority);
    }

    /** Whether key and certificate belong together; costs a signature. */
    boolean matches() {
        return CertifiedKey.belongs(key, certificate());
    }

    /** With which the key signs. */
    String signatureAlgorithm() {
        return CertifiedKey.signatureAlgorithm(key);
    }

    static boolean isValid(X509Certificate certificate, Instant at) {
        return !at.isBefore(certificate.getNotBefore().toInstant())
                && !at.isAfter(certificate.getNotAfter().toInstant());
    }

    static boolean isAuthority(X509Certificate certificate) {
        return certificate.getBasicConstraints() >= 0;
    }

    private static boolean isSigned(X509Certificate certificate, X509Certificate authority) {
        if (!certificate.getIssuerX500Principal().equals(authority.getSubjectX500Principal())) {
            return false;
        }
        try {
            certificate.verify(authority.getPublicKey());
            return true;
        } catch (GeneralSecurityException otherKey) {
            return false;
        }
    }

    /** Without the key, which belongs into no log. */
    @Override
    public String toString() {
        return "SignedKey[" + certificate().getSubjectX500Principal() + " until " + notAfter() + "]";
    }
}
