package io.trainyard.local.api.protobuf;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes messages by hand. */
public final class Bytes {
    private Bytes() {}

    /** Bytes as they are; numbers beyond a byte as they stand before a field. */
    public static byte[] of(int... values) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int value : values) {
            out.writeBytes(value > 0xff ? number(value) : new byte[] {(byte) value});
        }
        return out.toByteArray();
    }

    /** A number. */
    public static byte[] number(long value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) (rest & 0x7f | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
        return out.toByteArray();
    }

    /** One after the other. */
    public static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    /** A field with a number. */
    public static byte[] varint(int number, long value) {
        return join(number((long) number << 3), number(value));
    }

    /** A field with a message. */
    public static byte[] field(int number, byte[] value) {
        return join(number((long) number << 3 | 2), number(value.length), value);
    }

    /** A field with a text. */
    public static byte[] text(int number, String value) {
        return field(number, value.getBytes(StandardCharsets.UTF_8));
    }

    /** A whole body. */
    public static byte[] body(String apiVersion, String kind, byte[] message) {
        return join(of('k', '8', 's', 0), field(1, join(text(1, apiVersion), text(2, kind))), field(2, message));
    }
}
