package io.trainyard.launcher.code;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.Deflater;

/**
 * A folder's code of any size, packed into a file that is deleted in the end. The same code gives the same bytes.
 *
 * @param file a tar, compressed with gzip
 * @param size of the file, in bytes
 * @param checksum its SHA-256, as {@code sha256sum} writes it
 * @param files how many files are in it
 */
public record StoredArchive(Path file, long size, String checksum, int files) implements AutoCloseable {
    /**
     * Packs a folder. Blocks.
     *
     * @throws CodeException when a file changes meanwhile
     */
    public static StoredArchive of(CodeFolder folder) {
        Path file;
        try {
            file = Files.createTempFile("trainyard-code", ".tar.gz");
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot pack the code", failure);
        }
        boolean packed = false;
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            int files;
            try (OutputStream out =
                    new DigestOutputStream(new BufferedOutputStream(Files.newOutputStream(file)), digest)) {
                files = ArchiveWriter.write(folder, out, Deflater.DEFAULT_COMPRESSION);
            }
            StoredArchive archive =
                    new StoredArchive(file, Files.size(file), HexFormat.of().formatHex(digest.digest()), files);
            packed = true;
            return archive;
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot pack the code", failure);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        } finally {
            if (!packed) {
                delete(file);
            }
        }
    }

    /** Deletes the file. */
    @Override
    public void close() {
        delete(file);
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot delete " + file, failure);
        }
    }
}
