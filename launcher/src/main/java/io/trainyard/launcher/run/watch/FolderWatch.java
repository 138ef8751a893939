package io.trainyard.launcher.run.watch;

import io.trainyard.foundation.time.Blocking;
import io.trainyard.launcher.cli.process.Pause;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This class watches the source files of a folder until it is closed. It compares time stamps, so it also works on network folders. It reports changes in bursts, on its
 * own thread.
 */
@Blocking("has a thread of its own")
public final class FolderWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FolderWatch.class);

    /** Time between two looks. A burst ends when one look finds no change. */
    private static final Duration INTERVAL = Duration.ofMillis(40);

    /** A burst is reported after this many looks, even if it goes on. */
    private static final int MAX_LOOKS = 10;

    /** After a look, the thread rests so many times as long as the look took. */
    private static final int REST = 4;

    /** A machine that slept during a look has not looked for so long. */
    private static final Duration MAX_REST = Duration.ofSeconds(2);

    /** A folder listing is kept only if the folder is older than this: some file systems count time in steps of two seconds. */
    private static final Duration RECENT = Duration.ofSeconds(3);

    private final SourceFiles sources;
    private final Clock clock;
    private final Listener listener;
    private final Map<Path, Listing> listings = new HashMap<>();
    private final Set<Path> unseen = new HashSet<>();
    private Map<Path, Stamp> files = Map.of();
    private volatile boolean closed;

    /** Receives the changes. */
    public interface Listener {
        /** Files have changed, in one burst. On the thread of the watch. */
        void changed(List<Path> files);

        /**
         * The watch cannot see changes in these folders. It reports each folder once. On the thread of the watch, or on the one that starts it.
         *
         * @param why what keeps the first of them from being looked at
         */
        void unseen(List<Path> folders, String why);
    }

    /** The entries of a folder, and the stamp of the folder when they were read. */
    private record Listing(Stamp folder, List<Path> files, List<Path> folders) {}

    private FolderWatch(SourceFiles sources, Clock clock, Listener listener) {
        this.sources = sources;
        this.clock = clock;
        this.listener = listener;
    }

    /**
     * Begins to watch. What changes from now on is told.
     *
     * @throws IOException when the folder itself cannot be read; the watch reports an unreadable folder below it and leaves it out
     */
    public static FolderWatch start(SourceFiles sources, Clock clock, Listener listener) throws IOException {
        FolderWatch watch = new FolderWatch(sources, clock, listener);
        watch.list(sources.root());
        watch.look();
        Thread thread = new Thread(watch::run, "trainyard-watch");
        thread.setDaemon(true);
        thread.start();
        return watch;
    }

    /** The folder. */
    public Path root() {
        return sources.root();
    }

    private void run() {
        Set<Path> changed = new TreeSet<>();
        Duration rest = INTERVAL;
        for (int looks = 0; Pause.of(rest) && !closed; looks++) {
            Instant begun = clock.instant();
            Set<Path> more = look();
            Duration cost = Duration.between(begun, clock.instant()).multipliedBy(REST);
            rest = cost.compareTo(INTERVAL) < 0 ? INTERVAL : cost.compareTo(MAX_REST) > 0 ? MAX_REST : cost;
            changed.addAll(more);
            if (changed.isEmpty()) {
                looks = 0;
            } else if (more.isEmpty() || looks >= MAX_LOOKS) {
                listener.changed(List.copyOf(changed));
                changed.clear();
            }
        }
    }

    /** What has changed since the last look. */
    private Set<Path> look() {
        Map<Path, Stamp> now = new HashMap<>();
        Map<Path, IOException> failures = new HashMap<>();
        look(sources.root(), now, failures);
        List<Path> news =
                failures.keySet().stream().filter(unseen::add).sorted().toList();
        if (!news.isEmpty()) {
            IOException why = Objects.requireNonNull(failures.get(news.get(0)));
            LOG.debug("changes in {} are not seen", news, why);
            listener.unseen(
                    news,
                    why instanceof AccessDeniedException ? "it may not be read" : String.valueOf(why.getMessage()));
        }
        // What cannot be read has not been deleted.
        files.forEach((file, stamp) -> {
            if (failures.keySet().stream().anyMatch(file::startsWith)) {
                now.put(file, stamp);
            }
        });
        Set<Path> changed = Stamp.changes(files, now);
        files = now;
        return changed;
    }

    private void look(Path folder, Map<Path, Stamp> found, Map<Path, IOException> failures) {
        try {
            Listing listing = list(folder);
            for (Path file : listing.files()) {
                try {
                    found.put(file, Stamp.of(file));
                } catch (AccessDeniedException unreadable) {
                    throw unreadable;
                } catch (FileSystemException goneOrLoop) {
                    LOG.trace("{} is no file", file, goneOrLoop);
                }
            }
            listing.folders().forEach(below -> look(below, found, failures));
        } catch (NoSuchFileException | NotDirectoryException gone) {
            listings.remove(folder);
        } catch (IOException failure) {
            failures.put(folder, failure);
        }
    }

    /** A folder is read again when files in it have come or gone. */
    private Listing list(Path folder) throws IOException {
        Stamp now = Stamp.of(folder);
        @Nullable Listing known = listings.get(folder);
        if (known != null && known.folder().equals(now)) {
            return known;
        }
        List<Path> counting = new ArrayList<>();
        List<Path> folders = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    if (sources.entersFolder(entry)) {
                        folders.add(entry);
                    }
                } else if (sources.counts(entry)) {
                    counting.add(entry);
                }
            }
        } catch (DirectoryIteratorException broken) {
            throw broken.getCause();
        }
        Listing listing = new Listing(now, counting, folders);
        if (now.modified().isBefore(clock.instant().minus(RECENT))) {
            listings.put(folder, listing);
        }
        return listing;
    }

    @Override
    public void close() {
        closed = true;
    }
}
