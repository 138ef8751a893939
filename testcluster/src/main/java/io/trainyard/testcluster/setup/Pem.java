package io.trainyard.testcluster.setup;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The text form of keys and certificates. */
final class Pem {

    private static final Base64.Encoder ENCODER = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private Pem() {}

    static String encode(String kind, byte[] content) {
        return "-----BEGIN " + kind + "-----\n"
                + new String(ENCODER.encode(content), StandardCharsets.US_ASCII)
                + "\n-----END " + kind + "-----\n";
    }
}
