package io.trainyard.core.tls;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;

/** Private keys in every form that there is. */
final class BouncyCastlePem {
    private BouncyCastlePem() {}

    /**
     * Reads the first one of a text.
     *
     * @throws GeneralSecurityException when there is none, or it cannot be read without a passphrase
     */
    static PrivateKey read(String pem) throws GeneralSecurityException {
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

    static String write(PrivateKey key) {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(key);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }
}
