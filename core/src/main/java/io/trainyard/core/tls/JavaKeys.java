package io.trainyard.core.tls;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Private keys in the forms that Java reads without a library: PKCS#8, and PKCS#1, which is PKCS#8 without its head. */
final class JavaKeys {
    private static final String PKCS1 = "RSA PRIVATE KEY";
    private static final String PKCS8 = "PRIVATE KEY";
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

    private static final int SEQUENCE = 0x30;
    private static final int OCTETS = 0x04;
    private static final int LONG_FORM = 0x80;
    private static final int BYTE = 0xff;

    /** Version 0, and that this is a key of RSA. */
    private static final byte[] RSA_HEAD = {
        2, 1, 0, SEQUENCE, 13, 6, 9, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 13, 1, 1, 1, 5, 0
    };

    private JavaKeys() {}

    private static String begin(String type) {
        return "-----BEGIN " + type + "-----";
    }

    private static String end(String type) {
        return "-----END " + type + "-----";
    }

    /** The key, if the text is just one in such a form and without a passphrase. */
    static Optional<PrivateKey> read(String pem) throws GeneralSecurityException {
        String text = pem.strip();
        String type = text.startsWith(begin(PKCS1)) ? PKCS1 : PKCS8;
        int shortest = begin(type).length() + end(type).length();
        if (text.length() < shortest || !text.startsWith(begin(type)) || !text.endsWith(end(type))) {
            return Optional.empty();
        }
        String body =
                text.substring(begin(type).length(), text.length() - end(type).length());
        // Another block, or the header of one with a passphrase.
        if (body.indexOf('-') >= 0) {
            return Optional.empty();
        }
        byte[] bytes;
        try {
            bytes = Base64.getMimeDecoder().decode(body);
        } catch (IllegalArgumentException damaged) {
            return Optional.empty();
        }
        var encoded = new PKCS8EncodedKeySpec(type.equals(PKCS1) ? fromPkcs1(bytes) : bytes);
        for (String algorithm : ALGORITHMS) {
            try {
                return Optional.of(KeyFactory.getInstance(algorithm).generatePrivate(encoded));
            } catch (InvalidKeySpecException another) {
                // It is tried as one of the next algorithm.
            }
        }
        return Optional.empty();
    }

    /** A key of RSA in PKCS#1; empty for others. */
    static Optional<String> write(PrivateKey key) {
        return "PKCS#8".equals(key.getFormat())
                ? toPkcs1(key.getEncoded()).map(bytes -> block(PKCS1, bytes))
                : Optional.empty();
    }

    /** Bytes as PEM has them. */
    static String block(String type, byte[] bytes) {
        return "-----BEGIN " + type + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes) + "\n-----END " + type + "-----\n";
    }

    private static byte[] fromPkcs1(byte[] key) {
        var content = new ByteArrayOutputStream();
        content.writeBytes(RSA_HEAD);
        content.writeBytes(element(OCTETS, key));
        return element(SEQUENCE, content.toByteArray());
    }

    private static Optional<byte[]> toPkcs1(byte[] pkcs8) {
        int head = contentOf(pkcs8, 0);
        int octets = head + RSA_HEAD.length;
        boolean rsa = octets + 1 < pkcs8.length
                && Arrays.equals(pkcs8, head, octets, RSA_HEAD, 0, RSA_HEAD.length)
                && pkcs8[octets] == OCTETS;
        if (!rsa) {
            return Optional.empty();
        }
        byte[] key = Arrays.copyOfRange(pkcs8, contentOf(pkcs8, octets), pkcs8.length);
        // Attributes may stand behind the key.
        return Arrays.equals(fromPkcs1(key), pkcs8) ? Optional.of(key) : Optional.empty();
    }

    /** Where the content of the element begins that begins there. */
    private static int contentOf(byte[] encoded, int element) {
        int length = encoded[element + 1] & BYTE;
        return element + 2 + (length < LONG_FORM ? 0 : length - LONG_FORM);
    }

    private static byte[] element(int tag, byte[] content) {
        var out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.length < LONG_FORM) {
            out.write(content.length);
        } else {
            int bytes = (Integer.SIZE - Integer.numberOfLeadingZeros(content.length) + Byte.SIZE - 1) / Byte.SIZE;
            out.write(LONG_FORM + bytes);
            for (int i = bytes - 1; i >= 0; i--) {
                out.write(content.length >>> (i * Byte.SIZE));
            }
        }
        out.writeBytes(content);
        return out.toByteArray();
    }
}
