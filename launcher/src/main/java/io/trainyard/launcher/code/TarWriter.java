package io.trainyard.launcher.code;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes the one kind of tar that every tar reads, BusyBox's and Python's tarfile among them (with GNU's entries for long names). The same entries give the same
 * bytes: no owners, and one time for all.
 */
final class TarWriter {
    private static final int BLOCK = 512;
    private static final int MAX_NAME = 100;
    private static final int MAX_PIECE = 64 << 10;
    private static final long MAX_OCTAL_SIZE = 077_777_777_777L;
    /** 2000-01-01: tar warns of times near 1970. */
    private static final long TIME = 946_684_800L;

    private final OutputStream out;

    TarWriter(OutputStream out) {
        this.out = out;
    }

    /**
     * Adds an entry.
     *
     * @param content of a file: at least as much as the entry says; nothing of others is read
     * @throws EOFException when there is less
     */
    void add(CodeEntry entry, InputStream content) throws IOException {
        boolean folder = entry.kind() == CodeEntry.Kind.FOLDER;
        byte[] name = bytes(folder ? entry.path() + "/" : entry.path());
        byte[] target = bytes(entry.target().orElse(""));
        longName('L', name);
        longName('K', target);
        char type = folder ? '5' : entry.kind() == CodeEntry.Kind.LINK ? '2' : '0';
        header(name, entry.mode(), entry.size(), type, target);
        body(content, entry.size());
    }

    /** An entry of its own before the one whose name or target it is. */
    private void longName(char type, byte[] name) throws IOException {
        if (name.length > MAX_NAME) {
            byte[] terminated = Arrays.copyOf(name, name.length + 1);
            header(bytes("././@LongLink"), 0644, terminated.length, type, new byte[0]);
            body(new ByteArrayInputStream(terminated), terminated.length);
        }
    }

    /** Ends the archive. */
    void end() throws IOException {
        out.write(new byte[2 * BLOCK]);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void header(byte[] name, int mode, long size, char type, byte[] target) throws IOException {
        byte[] header = new byte[BLOCK];
        put(header, 0, name, MAX_NAME);
        put(header, 100, octal(mode, 7), 8);
        put(header, 108, octal(0, 7), 8);
        put(header, 116, octal(0, 7), 8);
        put(header, 124, size(size), 12);
        put(header, 136, octal(TIME, 11), 12);
        put(header, 148, bytes("        "), 8);
        header[156] = (byte) type;
        put(header, 157, target, MAX_NAME);
        put(header, 257, bytes("ustar\00000"), 8);
        int sum = 0;
        for (byte each : header) {
            sum += each & 0xff;
        }
        put(header, 148, octal(sum, 6), 7);
        out.write(header);
    }

    /** What has more than eleven octal digits is a binary number, which the first bit says. */
    private static byte[] size(long size) {
        return size <= MAX_OCTAL_SIZE
                ? octal(size, 11)
                : ByteBuffer.allocate(12).put((byte) 0x80).putLong(4, size).array();
    }

    private static byte[] octal(long number, int digits) {
        String text = Long.toOctalString(number);
        return bytes("0".repeat(Math.max(0, digits - text.length())) + text + "\0");
    }

    private static void put(byte[] header, int at, byte[] value, int space) {
        System.arraycopy(value, 0, header, at, Math.min(value.length, space));
    }

    private void body(InputStream content, long size) throws IOException {
        byte[] piece = new byte[(int) Math.min(size, MAX_PIECE)];
        for (long left = size; left > 0; ) {
            int count = content.read(piece, 0, (int) Math.min(left, piece.length));
            if (count < 0) {
                throw new EOFException("ended " + left + " bytes too early");
            }
            out.write(piece, 0, count);
            left -= count;
        }
        out.write(new byte[(int) ((BLOCK - size % BLOCK) % BLOCK)]);
    }
}
