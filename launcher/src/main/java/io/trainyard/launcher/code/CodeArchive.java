package io.trainyard.launcher.code;

import io.trainyard.foundation.digest.Sha256;
import io.trainyard.launcher.run.view.ByteCount;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.Deflater;

/**
 * A folder's code, packed. The same code gives the same bytes.
 *
 * @param bytes a tar, compressed with gzip
 * @param files how many files are in it
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record CodeArchive(byte[] bytes, int files) {
    /** All that a ConfigMap may hold, in the form in which it is stored. */
    public static final int MAX_PART_BYTES = 1024 * 1024;

    /** More would fill the store of a cluster, which has room for a few gigabytes of everything. */
    public static final int MAX_PARTS = 8;

    /** All that may travel with a job. */
    public static final int MAX_BYTES = MAX_PARTS * MAX_PART_BYTES;

    /** Even text does not become fifty times smaller. */
    private static final long MAX_UNPACKED = 50L * MAX_BYTES;

    private static final int MANY = 5;

    /**
     * Packs a folder. Blocks.
     *
     * @throws CodeException when it becomes too large; the message names the largest files
     */
    public static CodeArchive of(CodeFolder folder) {
        long unpacked = folder.entries().stream().mapToLong(CodeEntry::size).sum();
        if (unpacked > MAX_UNPACKED) {
            throw tooLarge(folder, "the code is " + ByteCount.text(unpacked));
        }
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        int files = ArchiveWriter.write(folder, packed, Deflater.BEST_COMPRESSION);
        if (packed.size() > MAX_BYTES) {
            throw tooLarge(folder, "the code is " + ByteCount.text(packed.size()) + " when packed");
        }
        return new CodeArchive(packed.toByteArray(), files);
    }

    private static CodeException tooLarge(CodeFolder folder, String what) {
        String largest = folder.entries().stream()
                .sorted(Comparator.comparingLong(CodeEntry::size).reversed())
                .limit(MANY)
                .map(entry -> entry.path() + " (" + ByteCount.text(entry.size()) + ")")
                .collect(Collectors.joining(", "));
        return new CodeException(
                what + ", and " + ByteCount.text(MAX_BYTES) + " can travel with a job; the largest files are " + largest
                        + ". Name what is no code in .trainyardignore, or bring it onto a volume claim: --code-claim NAME --upload");
    }

    /** The archive in pieces that fit into a ConfigMap each; at least one. */
    public List<byte[]> parts() {
        List<byte[]> parts = new ArrayList<>();
        for (int start = 0; start == 0 || start < bytes.length; start += MAX_PART_BYTES) {
            parts.add(Arrays.copyOfRange(bytes, start, Math.min(bytes.length, start + MAX_PART_BYTES)));
        }
        return parts;
    }

    /** SHA-256 of the archive, as {@code sha256sum} writes it. */
    public String checksum() {
        return HexFormat.of().formatHex(Sha256.of(bytes));
    }

    /** Names for messages, no more than a few. */
    public static String few(List<String> names) {
        String first = names.stream().limit(MANY).collect(Collectors.joining(", "));
        return names.size() > MANY ? first + " and " + (names.size() - MANY) + " more" : first;
    }
}
