package io.trainyard.launcher.code;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.FileTime;
import java.util.zip.GZIPOutputStream;

/** Packs the code of a folder: a tar, compressed with gzip. Blocks. */
final class ArchiveWriter {
    private ArchiveWriter() {}

    /**
     * Packs it. What changes meanwhile is not packed half old and half new.
     *
     * @param level of compression, as {@link java.util.zip.Deflater} has them
     * @return how many files are in it
     * @throws CodeException when a file changes while it is read
     */
    static int write(CodeFolder folder, OutputStream out, int level) {
        int files = 0;
        try (GZIPOutputStream zipped = new GZIPOutputStream(out) {
            {
                def.setLevel(level);
            }
        }) {
            TarWriter tar = new TarWriter(zipped);
            for (CodeEntry entry : folder.entries()) {
                if (entry.kind() == CodeEntry.Kind.FILE) {
                    addFile(tar, entry);
                    files++;
                } else {
                    tar.add(entry, new ByteArrayInputStream(new byte[0]));
                }
            }
            tar.end();
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot pack the code", failure);
        }
        return files;
    }

    private static void addFile(TarWriter tar, CodeEntry entry) throws IOException {
        FileTime before;
        boolean whole;
        try {
            before = Files.getLastModifiedTime(entry.file());
            try (InputStream content = Files.newInputStream(entry.file())) {
                tar.add(entry, content);
                whole = content.read() < 0;
            }
        } catch (EOFException | NoSuchFileException shorter) {
            throw changed(entry);
        }
        if (!whole || !before.equals(Files.getLastModifiedTime(entry.file()))) {
            throw changed(entry);
        }
    }

    private static CodeException changed(CodeEntry entry) {
        return new CodeException(
                entry.path()
                        + " has changed while it was packed; submit again, or name it in .trainyardignore if a program writes it all the time");
    }
}
