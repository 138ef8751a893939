package io.trainyard.plugins.flux;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.XECPrivateKey;
import java.security.interfaces.XECPublicKey;

/** The keys with which the brokers of one job know and encrypt each other, in the form that Flux reads. */
final class CurveCertificate {
    /** Name of the file. */
    static final String FILE = "curve.cert";

    private static final String ALGORITHM = "X25519";
    private static final int KEY_BYTES = 32;

    private CurveCertificate() {}

    /**
     * A certificate with new random keys. Takes about a millisecond.
     *
     * @param job name of the TrainJob
     * @throws IllegalStateException when this Java has no X25519
     */
    static String generate(String job) {
        try {
            KeyPair pair = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
            byte[] secret = ((XECPrivateKey) pair.getPrivate()).getScalar().orElseThrow();
            byte[] open = littleEndian(((XECPublicKey) pair.getPublic()).getU());
            return text(job, Z85.encode(open), Z85.encode(secret));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("this Java makes no keys of kind " + ALGORITHM, missing);
        }
    }

    /** Java has the number, ZeroMQ its bytes, the last first. */
    private static byte[] littleEndian(BigInteger number) {
        byte[] bytes = number.toByteArray();
        byte[] reversed = new byte[KEY_BYTES];
        for (int i = 0; i < Math.min(bytes.length, KEY_BYTES); i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }

    private static String text(String job, String publicKey, String secretKey) {
        return """
                #   Keys of the Flux brokers of one TrainJob.
                #   Whoever has them can join its brokers; keep them secret.

                metadata
                    name = "%s"
                curve
                    public-key = "%s"
                    secret-key = "%s"
                """
                .formatted(job, publicKey, secretKey);
    }
}
