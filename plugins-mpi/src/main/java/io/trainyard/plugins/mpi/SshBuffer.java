package io.trainyard.plugins.mpi;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Collects bytes as SSH writes them: numbers of four bytes, and texts that begin with their length. */
final class SshBuffer {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);

    SshBuffer number(int value) {
        for (int shift = 24; shift >= 0; shift -= 8) {
            bytes.write(value >>> shift);
        }
        return this;
    }

    SshBuffer text(String value) {
        return text(value.getBytes(StandardCharsets.US_ASCII));
    }

    SshBuffer text(byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        return number(length).raw(parts);
    }

    /** Bytes as they are, without length. */
    SshBuffer raw(byte[]... parts) {
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return this;
    }

    int length() {
        return bytes.size();
    }

    byte[] toBytes() {
        return bytes.toByteArray();
    }
}
