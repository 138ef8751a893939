package io.trainyard.local.api.journal;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.time.Blocking;
import io.trainyard.foundation.tree.Tree;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of a journal. What was appended outlives the process at once, and the machine once it was forced to the disk. One thread at a time; blocks
 * for the time of reads and writes.
 */
@Blocking("called on worker threads only")
final class JournalFile implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JournalFile.class);
    private static final String KIND = "trainyard-objects";
    private static final long FORMAT = 1;

    private final Path file;
    private final Instant created;
    private FileChannel channel;
    private long length;
    private boolean forced = true;

    private JournalFile(Path file, Instant created, FileChannel channel, long length) {
        this.file = file;
        this.created = created;
        this.channel = channel;
        this.length = length;
    }

    /**
     * A file and what it held.
     *
     * @param revision the latest one when it was compacted
     * @param entries in the order in which they were written
     */
    record Opened(JournalFile file, long revision, List<JournalEntry> entries) {}

    /**
     * Opens a journal, or begins one where there is none, in a folder that exists. What follows a damaged line is put aside: it was written when the machine lost its power.
     *
     * @param now when a new one is begun
     * @throws UnusableJournalException when the file is something else, or of another format
     */
    static Opened open(Path file, Instant now) throws IOException {
        if (!Files.exists(file)) {
            replace(file, now, 0, List.of());
        }
        List<JournalEntry> entries = new ArrayList<>();
        Map<String, Object> header;
        long good;
        try (InputStream in = Files.newInputStream(file)) {
            Lines lines = new Lines(in);
            header = header(file, lines.next().flatMap(JournalEntry::content));
            good = lines.end();
            Optional<Map<String, Object>> content = lines.next().flatMap(JournalEntry::content);
            while (content.isPresent()) {
                entries.add(JournalEntry.parse(content.get()));
                good = lines.end();
                content = lines.next().flatMap(JournalEntry::content);
            }
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        putAside(file, channel, good);
        Instant created = Instant.parse(Tree.text(header, "created"));
        return new Opened(
                new JournalFile(file, created, channel.position(good), good),
                Tree.integer(0, header, "revision"),
                entries);
    }

    private static Map<String, Object> header(Path file, Optional<Map<String, Object>> header) {
        if (header.isEmpty() || !Tree.text(header.get(), "kind").equals(KIND)) {
            throw new UnusableJournalException(file + " does not hold objects of Trainyard; name another folder");
        }
        long format = Tree.integer(0, header.get(), "format");
        if (format != FORMAT) {
            throw new UnusableJournalException(file + " was written by "
                    + (format > FORMAT ? "a newer" : "an older") + " Trainyard (format " + format + ", this one knows "
                    + FORMAT + "); use that one, or another folder");
        }
        return header.get();
    }

    private static void putAside(Path file, FileChannel channel, long good) throws IOException {
        long damaged = channel.size() - good;
        if (damaged > 0) {
            ByteBuffer rest = ByteBuffer.allocate((int) Math.min(damaged, Integer.MAX_VALUE - 8));
            channel.read(rest, good);
            Path aside = file.resolveSibling(file.getFileName() + ".damaged");
            Files.write(begin(aside), Arrays.copyOf(rest.array(), rest.position()));
            LOG.warn("the last {} bytes of {} were not complete; they are in {} now", damaged, file, aside);
            channel.truncate(good);
        }
    }

    /** When the first server of these objects started. */
    Instant created() {
        return created;
    }

    /** In bytes. */
    long length() {
        return length;
    }

    /** Writes entries behind the others: all, or none and fails. */
    void append(List<JournalEntry> entries) throws IOException {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        entries.forEach(entry -> lines.writeBytes(entry.line()));
        ByteBuffer bytes = ByteBuffer.wrap(lines.toByteArray());
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            length = channel.position();
            forced = false;
        } catch (IOException failure) {
            // Half a line would make everything behind it unreadable.
            channel.truncate(length);
            channel.position(length);
            throw failure;
        }
    }

    /** Has the system write to the disk what it has not written yet. */
    void force() throws IOException {
        if (!forced) {
            channel.force(false);
            forced = true;
        }
    }

    /**
     * Holds these entries only from now on. Until they are all on the disk, the file holds what it held before.
     *
     * @param revision the latest one, which may be that of an object that is gone
     */
    void compact(long revision, List<JournalEntry> entries) throws IOException {
        replace(file, created, revision, entries);
        FileChannel fresh = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        channel.close();
        channel = fresh;
        length = fresh.size();
        fresh.position(length);
    }

    private static void replace(Path file, Instant created, long revision, List<JournalEntry> entries)
            throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.write(
                begin(fresh),
                JournalEntry.checked(Json.bytes(
                        Tree.of("kind", KIND, "format", FORMAT, "created", created.toString(), "revision", revision))));
        try (FileChannel target = FileChannel.open(fresh, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            for (JournalEntry entry : entries) {
                ByteBuffer line = ByteBuffer.wrap(entry.line());
                while (line.hasRemaining()) {
                    target.write(line);
                }
            }
            target.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /** An empty file for its owner alone, also where there was another one. */
    private static Path begin(Path file) throws IOException {
        Files.deleteIfExists(file);
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        return Files.createFile(
                file,
                posix
                        ? new FileAttribute<?>[] {
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                        }
                        : new FileAttribute<?>[0]);
    }

    @Override
    public void close() throws IOException {
        force();
        channel.close();
    }

    /** Reads complete lines and knows where each ends. */
    private static final class Lines {
        private final InputStream in;
        private final byte[] chunk = new byte[64 << 10];
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();
        private int from;
        private int filled;
        private long end;

        Lines(InputStream in) {
            this.in = in;
        }

        /** The next line without its end; empty when there is no complete one. */
        Optional<byte[]> next() throws IOException {
            line.reset();
            while (true) {
                for (int at = from; at < filled; at++) {
                    if (chunk[at] == '\n') {
                        line.write(chunk, from, at - from);
                        from = at + 1;
                        end += line.size() + 1;
                        return Optional.of(line.toByteArray());
                    }
                }
                line.write(chunk, from, filled - from);
                from = 0;
                filled = in.read(chunk);
                if (filled < 0) {
                    filled = 0;
                    return Optional.empty();
                }
            }
        }

        /** How many bytes the lines so far have. */
        long end() {
            return end;
        }
    }
}
