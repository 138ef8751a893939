package io.trainyard.testcluster.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;

/**
 * The RSA key with which tokens of service accounts are signed.
 *
 * @param privateFile PEM
 * @param publicFile PEM
 */
public record SigningKey(Path privateFile, Path publicFile) {

    /** Makes a key in an existing folder. */
    public static SigningKey create(Path folder) throws IOException {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            KeyPair pair = generator.generateKeyPair();
            return new SigningKey(
                    Files.writeString(
                            folder.resolve("service-accounts.key"),
                            Pem.encode("PRIVATE KEY", pair.getPrivate().getEncoded())),
                    Files.writeString(
                            folder.resolve("service-accounts.pub"),
                            Pem.encode("PUBLIC KEY", pair.getPublic().getEncoded())));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has RSA", e);
        }
    }
}
