package io.trainyard.local.api.journal;

import io.trainyard.foundation.time.Blocking;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.files.PrivateFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of a journal. What was appended outlives the process at once, and the machine once it was forced to the disk. One thread at a time may use it. Reads and writes
 * block.
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
     * Opens a journal, or begins one where there is none, in a folder that exists. A damaged line and all after it go into a file {@code .damaged}: the machine lost its power while it was written.
     *
     * @param now when a new one is begun
     * @throws UnusableJournalException when the file is something else, or of another format
     */
    static Opened open(Path file, Instant now) throws IOException {
        if (!Files.exists(file)) {
            replace(file, now, 0, List.of());
        }
        // The journal is compacted long before it is too large for memory. ISO-8859-1 maps each byte to one character.
        byte[] bytes = Files.readAllBytes(file);
        String lines = new String(bytes, StandardCharsets.ISO_8859_1);
        List<Map<String, Object>> contents = new ArrayList<>();
        int good = 0;
        for (int end = lines.indexOf('\n'); end >= 0; end = lines.indexOf('\n', good)) {
            Optional<Map<String, Object>> content = JournalEntry.content(Arrays.copyOfRange(bytes, good, end));
            if (content.isEmpty()) {
                break;
            }
            contents.add(content.get());
            good = end + 1;
        }
        Map<String, Object> header = header(file, contents);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        if (good < bytes.length) {
            Path aside = file.resolveSibling(file.getFileName() + ".damaged");
            PrivateFiles.write(aside, Arrays.copyOfRange(bytes, good, bytes.length));
            LOG.warn("the end of {} was not complete; it is in {} now", file, aside);
            channel.truncate(good);
        }
        Instant created = Instant.parse(Tree.text(header, "created"));
        return new Opened(
                new JournalFile(file, created, channel.position(good), good),
                Tree.integer(0, header, "revision"),
                contents.stream().skip(1).map(JournalEntry::parse).toList());
    }

    private static Map<String, Object> header(Path file, List<Map<String, Object>> contents) {
        if (contents.isEmpty() || !Tree.text(contents.get(0), "kind").equals(KIND)) {
            throw new UnusableJournalException(file + " does not hold objects of Trainyard; name another folder");
        }
        long format = Tree.integer(0, contents.get(0), "format");
        if (format != FORMAT) {
            throw new UnusableJournalException(file + " was written by "
                    + (format > FORMAT ? "a newer" : "an older") + " Trainyard (format " + format + ", this one knows "
                    + FORMAT + "); use that one, or another folder");
        }
        return contents.get(0);
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
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        lines.writeBytes(JournalEntry.checked(
                Tree.of("kind", KIND, "format", FORMAT, "created", created.toString(), "revision", revision)));
        entries.forEach(entry -> lines.writeBytes(entry.line()));
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        PrivateFiles.write(fresh, lines.toByteArray());
        try (FileChannel target = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
            target.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void close() throws IOException {
        force();
        channel.close();
    }
}
