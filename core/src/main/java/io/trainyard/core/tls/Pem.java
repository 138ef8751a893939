package io.trainyard.core.tls;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Certificates and keys as text. Any thread, but keys cost milliseconds: not on an event loop. A restart reads nothing that needs Bouncy Castle, whose signed jars
 * leave megabytes of digests in memory once a class of them was loaded.
 */
public final class Pem {
    private Pem() {}

    /** All certificates of a text, in order; none in an empty text. */
    public static List<X509Certificate> certificates(String pem) throws GeneralSecurityException {
        if (pem.isBlank()) {
            return List.of();
        }
        List<X509Certificate> found = new ArrayList<>();
        var bytes = new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8));
        for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(bytes)) {
            found.add((X509Certificate) certificate);
        }
        return found;
    }

    /**
     * A private key of RSA, an elliptic curve or EdDSA: PKCS#1, PKCS#8 or SEC 1.
     *
     * @throws GeneralSecurityException when there is none, or it cannot be read without a passphrase; the message says which and shows nothing of the key
     */
    public static PrivateKey key(String pem) throws GeneralSecurityException {
        Optional<PrivateKey> plain = JavaKeys.read(pem);
        return plain.isPresent() ? plain.get() : BouncyCastlePem.read(pem);
    }

    /** Certificates one after the other. */
    public static String of(List<X509Certificate> certificates) {
        StringBuilder text = new StringBuilder();
        for (X509Certificate certificate : certificates) {
            try {
                text.append(JavaKeys.block("CERTIFICATE", certificate.getEncoded()));
            } catch (CertificateEncodingException impossible) {
                throw new IllegalArgumentException("a certificate without bytes", impossible);
            }
        }
        return text.toString();
    }

    /** A private key; an RSA key in PKCS#1, which every controller of this API can read. */
    public static String of(PrivateKey key) {
        return JavaKeys.write(key).orElseGet(() -> BouncyCastlePem.write(key));
    }
}
