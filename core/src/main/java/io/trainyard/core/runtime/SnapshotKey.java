package io.trainyard.core.runtime;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key with which the controller signs snapshots, so that it knows its own: a user who may write ConfigMaps in a namespace can put anything in their place.
 * Immutable.
 */
public final class SnapshotKey {
    /** Length of a key. */
    static final int BYTES = 32;

    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    /**
     * The key of these bytes.
     *
     * @throws IllegalArgumentException when they are not 32
     */
    SnapshotKey(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("a key has " + BYTES + " bytes, not " + bytes.length);
        }
        key = new SecretKeySpec(bytes, ALGORITHM);
    }

    /** A new key for this process alone; it ends with the process. */
    public static SnapshotKey random() {
        return new SnapshotKey(randomBytes());
    }

    static byte[] randomBytes() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    /**
     * What a snapshot is signed with: the uid of its runtime, a slash, and the HMAC as hexadecimal digits.
     *
     * @param trainJob uid of its TrainJob
     * @param runtime uid of the runtime that it was made from
     */
    String sign(String trainJob, String runtime, String text) {
        return runtime + "/" + HexFormat.of().formatHex(hmac(trainJob, runtime, text));
    }

    /** Whether this is the signature of that text, for this TrainJob, whatever the runtime is by now. */
    boolean hasSigned(String signature, String trainJob, String text) {
        int end = signature.lastIndexOf('/');
        return end >= 0 && isSame(signature, sign(trainJob, signature.substring(0, end), text));
    }

    /** Compares in the same time wherever two texts of one length differ. */
    static boolean isSame(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    /** Each part is preceded by its length, so that no part can end where the next one begins. */
    private byte[] hmac(String... parts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            for (String part : parts) {
                byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
                mac.update(
                        ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
                mac.update(bytes);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, missing);
        }
    }

    @Override
    public String toString() {
        return "a key for snapshots";
    }
}
