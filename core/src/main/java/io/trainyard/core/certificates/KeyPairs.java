package io.trainyard.core.certificates;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;

/** Where the keys of certificates come from. */
@FunctionalInterface
interface KeyPairs {
    int RSA_BITS = 2048;

    /** A pair that no certificate has yet; may take some hundred milliseconds. */
    KeyPair next() throws GeneralSecurityException;

    /** New RSA keys. */
    static KeyPairs rsa() {
        return () -> {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(RSA_BITS);
            return generator.generateKeyPair();
        };
    }
}
