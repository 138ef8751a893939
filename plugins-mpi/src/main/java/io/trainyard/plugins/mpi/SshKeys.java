package io.trainyard.plugins.mpi;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;

/**
 * Makes SSH key pairs that OpenSSH reads, with nothing but the JDK. Takes milliseconds of computation: never call it on an event
 * loop.
 */
final class SshKeys {
    private static final String CURVE = "secp521r1";
    /** Bytes of a number on the curve: 521 bits. */
    private static final int NUMBER = 66;

    private static final String EC_NAME = "ecdsa-sha2-nistp521";
    private static final String EC_CURVE = "nistp521";
    /** Object identifier 1.3.132.0.35 of the curve, in DER. */
    private static final byte[] EC_IDENTIFIER = {0x06, 0x05, 0x2B, (byte) 0x81, 0x04, 0x00, 0x23};

    private static final byte[] UNCOMPRESSED = {0x04};
    private static final byte[] NO_UNUSED_BITS = {0x00};
    private static final int SEQUENCE = 0x30;
    private static final int INTEGER = 0x02;
    private static final int OCTET_STRING = 0x04;
    private static final int BIT_STRING = 0x03;
    private static final int PARAMETERS = 0xA0;
    private static final int PUBLIC_KEY = 0xA1;

    private static final String ED_NAME = "ssh-ed25519";
    private static final int ED_LENGTH = 32;
    private static final String OPENSSH_MAGIC = "openssh-key-v1\0";
    private static final String NONE = "none";
    private static final int BLOCK = 8;

    private SshKeys() {}

    /** A new pair. */
    static KeyPairText generate(KeyAlgorithm algorithm) {
        try {
            KeyPair pair = generator(algorithm).generateKeyPair();
            return algorithm == KeyAlgorithm.EC_P521 ? ec(pair) : ed25519(pair);
        } catch (GeneralSecurityException impossible) {
            throw unusable(algorithm, impossible);
        }
    }

    /**
     * Finds out whether this Java can make such keys, without making one.
     *
     * @throws IllegalStateException says what is missing
     */
    static void require(KeyAlgorithm algorithm) {
        try {
            generator(algorithm);
        } catch (GeneralSecurityException missing) {
            throw unusable(algorithm, missing);
        }
    }

    private static KeyPairGenerator generator(KeyAlgorithm algorithm) throws GeneralSecurityException {
        if (algorithm == KeyAlgorithm.ED25519) {
            return KeyPairGenerator.getInstance("Ed25519");
        }
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec(CURVE));
        return generator;
    }

    private static IllegalStateException unusable(KeyAlgorithm algorithm, GeneralSecurityException cause) {
        return new IllegalStateException(
                "this Java cannot make SSH keys of kind " + algorithm + "; its module jdk.crypto.ec may be missing: "
                        + cause.getMessage(),
                cause);
    }

    private static KeyPairText ec(KeyPair pair) {
        ECPublicKey publicKey = (ECPublicKey) pair.getPublic();
        byte[] point = concatenated(
                UNCOMPRESSED,
                fixed(publicKey.getW().getAffineX()),
                fixed(publicKey.getW().getAffineY()));
        byte[] secret = fixed(((ECPrivateKey) pair.getPrivate()).getS());
        byte[] der = Der.value(
                SEQUENCE,
                Der.value(INTEGER, new byte[] {1}),
                Der.value(OCTET_STRING, secret),
                Der.value(PARAMETERS, EC_IDENTIFIER),
                Der.value(PUBLIC_KEY, Der.value(BIT_STRING, NO_UNUSED_BITS, point)));
        byte[] blob = new SshBuffer().text(EC_NAME).text(EC_CURVE).text(point).toBytes();
        return new KeyPairText(pem("EC PRIVATE KEY", 64, der), line(EC_NAME, blob));
    }

    private static KeyPairText ed25519(KeyPair pair) {
        byte[] encoded = pair.getPublic().getEncoded();
        byte[] point = Arrays.copyOfRange(encoded, encoded.length - ED_LENGTH, encoded.length);
        byte[] seed = ((EdECPrivateKey) pair.getPrivate()).getBytes().orElseThrow();
        byte[] blob = new SshBuffer().text(ED_NAME).text(point).toBytes();
        int check = new SecureRandom().nextInt();
        SshBuffer secrets = new SshBuffer()
                .number(check)
                .number(check)
                .text(ED_NAME)
                .text(point)
                .text(seed, point)
                .text("");
        for (int padding = 1; secrets.length() % BLOCK != 0; padding++) {
            secrets.raw(new byte[] {(byte) padding});
        }
        byte[] body = new SshBuffer()
                .raw(OPENSSH_MAGIC.getBytes(StandardCharsets.US_ASCII))
                .text(NONE)
                .text(NONE)
                .text("")
                .number(1)
                .text(blob)
                .text(secrets.toBytes())
                .toBytes();
        return new KeyPairText(pem("OPENSSH PRIVATE KEY", 70, body), line(ED_NAME, blob));
    }

    /** A positive number as exactly the bytes of the curve: Java drops leading zeros and adds one for the sign. */
    private static byte[] fixed(BigInteger number) {
        byte[] bytes = number.toByteArray();
        int drop = Math.max(bytes.length - NUMBER, 0);
        byte[] fixed = new byte[NUMBER];
        System.arraycopy(bytes, drop, fixed, NUMBER - bytes.length + drop, bytes.length - drop);
        return fixed;
    }

    private static byte[] concatenated(byte[]... parts) {
        return new SshBuffer().raw(parts).toBytes();
    }

    private static byte[] pem(String type, int columns, byte[] content) {
        String text = Base64.getEncoder().encodeToString(content);
        StringBuilder pem = new StringBuilder("-----BEGIN " + type + "-----\n");
        for (int start = 0; start < text.length(); start += columns) {
            pem.append(text, start, Math.min(start + columns, text.length())).append('\n');
        }
        return pem.append("-----END " + type + "-----\n").toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] line(String name, byte[] blob) {
        return (name + " " + Base64.getEncoder().encodeToString(blob) + "\n").getBytes(StandardCharsets.US_ASCII);
    }
}
