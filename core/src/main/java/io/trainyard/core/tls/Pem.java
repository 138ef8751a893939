package io.trainyard.core.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;

/** Certificates and keys as text. Any thread, but keys cost milliseconds: not on an event loop. */
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
        try (PEMParser parser = new PEMParser(new StringReader(pem))) {
            for (Object part = parser.readObject(); part != null; part = parser.readObject()) {
                if (part instanceof PEMKeyPair pair) {
                    return new JcaPEMKeyConverter().getPrivateKey(pair.getPrivateKeyInfo());
                }
                if (part instanceof PrivateKeyInfo key) {
                    return new JcaPEMKeyConverter().getPrivateKey(key);
                }
                if (part instanceof PEMEncryptedKeyPair || part instanceof PKCS8EncryptedPrivateKeyInfo) {
                    throw new GeneralSecurityException(
                            "the private key is encrypted; a key without a passphrase is needed");
                }
                // Parameters of a curve may stand before its key.
            }
        } catch (IOException | RuntimeException unreadable) {
            throw new GeneralSecurityException(
                    "the private key cannot be read: " + unreadable.getMessage(), unreadable);
        }
        throw new GeneralSecurityException("there is no private key");
    }

    /** Certificates one after the other. */
    public static String of(List<X509Certificate> certificates) {
        return write(certificates);
    }

    /** A private key; an RSA key in PKCS#1, which every controller of this API can read. */
    public static String of(PrivateKey key) {
        return write(List.of(key));
    }

    private static String write(List<?> objects) {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            for (Object object : objects) {
                writer.writeObject(object);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }
}
