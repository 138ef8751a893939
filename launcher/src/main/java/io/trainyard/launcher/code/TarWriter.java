package io.trainyard.launcher.code;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes the one kind of tar that every tar and Python's tarfile read (POSIX, with extended headers for long names). The same entries give the same bytes: no
 * owners, and one time for all.
 */
final class TarWriter {
    private static final int BLOCK = 512;
    private static final int MAX_NAME = 100;
    /** 2000-01-01: tar warns of times near 1970. */
    private static final long TIME = 946_684_800L;

    private final OutputStream out;

    TarWriter(OutputStream out) {
        this.out = out;
    }

    /**
     * Adds an entry.
     *
     * @param content of a file; empty for others
     */
    void add(CodeEntry entry, byte[] content) throws IOException {
        boolean folder = entry.kind() == CodeEntry.Kind.FOLDER;
        byte[] name = bytes(folder ? entry.path() + "/" : entry.path());
        byte[] target = bytes(entry.target().orElse(""));
        ByteArrayOutputStream extended = new ByteArrayOutputStream();
        if (name.length > MAX_NAME) {
            extended.write(record("path", name));
        }
        if (target.length > MAX_NAME) {
            extended.write(record("linkpath", target));
        }
        if (extended.size() > 0) {
            header(bytes("extended"), 0644, extended.size(), 'x', new byte[0]);
            body(extended.toByteArray());
        }
        char type = folder ? '5' : entry.kind() == CodeEntry.Kind.LINK ? '2' : '0';
        header(name, entry.mode(), content.length, type, target);
        body(content);
    }

    /** Ends the archive. */
    void end() throws IOException {
        out.write(new byte[2 * BLOCK]);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A line that begins with its own length. */
    private static byte[] record(String key, byte[] value) throws IOException {
        int rest = key.length() + value.length + 3;
        int length = rest + String.valueOf(rest).length();
        length = rest + String.valueOf(length).length();
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        line.write(bytes(length + " " + key + "="));
        line.write(value);
        line.write('\n');
        return line.toByteArray();
    }

    private void header(byte[] name, int mode, long size, char type, byte[] target) throws IOException {
        byte[] header = new byte[BLOCK];
        put(header, 0, name, MAX_NAME);
        put(header, 100, octal(mode, 7), 8);
        put(header, 108, octal(0, 7), 8);
        put(header, 116, octal(0, 7), 8);
        put(header, 124, octal(size, 11), 12);
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

    private static byte[] octal(long number, int digits) {
        String text = Long.toOctalString(number);
        return bytes("0".repeat(Math.max(0, digits - text.length())) + text + "\0");
    }

    private static void put(byte[] header, int at, byte[] value, int space) {
        System.arraycopy(value, 0, header, at, Math.min(value.length, space));
    }

    private void body(byte[] content) throws IOException {
        out.write(content);
        out.write(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
    }
}
