package io.trainyard.core.http;

import io.netty.buffer.ByteBuf;

/** Where records of TLS begin and end in what a client sends; nothing is decrypted. Not thread-safe. */
final class TlsRecords {
    private static final int HEADER = 5;

    /** The longest that TLS 1.2 allows; its two bytes could say 64 KiB, for which Netty would wait. */
    private static final int MAX_LENGTH = 16 * 1024 + 2048;

    private int header;
    private int headerBytes;
    private int left;

    /**
     * Reads on; {@code bytes} stay as they are.
     *
     * @return false when there is a record that is too long
     */
    boolean read(ByteBuf bytes) {
        int at = bytes.readerIndex();
        while (at < bytes.writerIndex()) {
            if (left > 0) {
                int part = Math.min(left, bytes.writerIndex() - at);
                left -= part;
                at += part;
            } else {
                header = header << 8 | bytes.getUnsignedByte(at++);
                headerBytes++;
                if (headerBytes == HEADER) {
                    left = header & 0xffff;
                    headerBytes = 0;
                }
                if (left > MAX_LENGTH) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether a part of a record has come. */
    boolean partial() {
        return left > 0 || headerBytes > 0;
    }
}
