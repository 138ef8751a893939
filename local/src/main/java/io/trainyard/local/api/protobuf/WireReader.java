package io.trainyard.local.api.protobuf;

import io.trainyard.foundation.json.MalformedTextException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the fields of one message, one after the other. Never looks beyond the end of the message: whatever the bytes are, each call gives a value or
 * fails with a {@link MalformedTextException}.
 */
final class WireReader {
    static final int VARINT = 0;
    static final int EIGHT_BYTES = 1;
    static final int LENGTH = 2;
    static final int FOUR_BYTES = 5;

    private static final int MAX_NUMBER = (1 << 29) - 1;

    private final byte[] bytes;
    private final int end;
    private int position;
    private int number;
    private int type;

    /** Reads a message that begins at one place and ends before another. */
    WireReader(byte[] bytes, int begin, int end) {
        this.bytes = bytes;
        this.position = begin;
        this.end = end;
    }

    static WireReader empty() {
        return new WireReader(new byte[0], 0, 0);
    }

    boolean isAtEnd() {
        return position == end;
    }

    /** Goes to the next field; false when there is none. The value of the field before must have been read or skipped. */
    boolean next() {
        if (isAtEnd()) {
            return false;
        }
        long tag = varint();
        long wanted = tag >>> 3;
        if (wanted < 1 || wanted > MAX_NUMBER) {
            throw malformed("no field has the number " + Long.toUnsignedString(wanted));
        }
        number = (int) wanted;
        type = (int) (tag & 7);
        return true;
    }

    /** Number of the field. */
    int number() {
        return number;
    }

    /** How the value of the field is written. */
    int type() {
        return type;
    }

    /** Fails unless the value of the field is written like this. */
    void require(int wanted) {
        if (type != wanted) {
            throw malformed("field " + number + " has the wire type " + type + " instead of " + wanted);
        }
    }

    /** A whole number, or the number of bytes that follow. */
    long varint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (isAtEnd()) {
                throw endsTooEarly();
            }
            byte part = bytes[position++];
            value |= (long) (part & 0x7f) << shift;
            if (part >= 0) {
                return value;
            }
        }
        throw malformed("a number is longer than 64 bits");
    }

    /** Eight bytes, the lowest first. */
    long eightBytes() {
        int begin = position;
        advance(Long.BYTES);
        long value = 0;
        for (int i = Long.BYTES - 1; i >= 0; i--) {
            value = value << 8 | (bytes[begin + i] & 0xff);
        }
        return value;
    }

    /** A message, or whatever else is written with its length before it. */
    WireReader nested() {
        int length = length();
        return new WireReader(bytes, position - length, position);
    }

    String text() {
        int length = length();
        return new String(bytes, position - length, length, StandardCharsets.UTF_8);
    }

    byte[] bytes() {
        int length = length();
        return Arrays.copyOfRange(bytes, position - length, position);
    }

    /** Goes beyond the value of the field. */
    void skip() {
        switch (type) {
            case VARINT -> varint();
            case EIGHT_BYTES -> advance(Long.BYTES);
            case LENGTH -> length();
            case FOUR_BYTES -> advance(Integer.BYTES);
            default -> throw malformed("field " + number + " has the unknown wire type " + type);
        }
    }

    /** Reads a length and goes beyond what has it. */
    private int length() {
        long length = varint();
        if (length < 0 || length > end - position) {
            throw endsTooEarly();
        }
        position += (int) length;
        return (int) length;
    }

    private void advance(int count) {
        if (count > end - position) {
            throw endsTooEarly();
        }
        position += count;
    }

    private static MalformedTextException endsTooEarly() {
        return malformed("a message ends in the middle of a field");
    }

    private static MalformedTextException malformed(String why) {
        return new MalformedTextException("not protobuf: " + why);
    }
}
