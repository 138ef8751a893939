package io.trainyard.launcher.run.watch;

import io.trainyard.foundation.time.Blocking;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells of changes of files that count, a burst at a time, on a thread of its own until it is closed. */
@Blocking("has a thread of its own")
public final class FolderWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FolderWatch.class);
    private static final int LOOK_MILLIS = 300;
    private static final WatchEvent.Kind<?>[] KINDS = {
        StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_DELETE, StandardWatchEventKinds.ENTRY_MODIFY
    };

    /** Where the system tells of nothing by itself, or seconds later, we look. */
    private static final boolean TOLD =
            System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux");

    private final SourceFiles sources;
    private final Listener listener;
    private final Clock clock;
    private final Registration registration;
    private final WatchService service;
    private final Map<Path, Map<String, Stamp>> folders = new HashMap<>();
    private final Map<Path, WatchKey> keys = new HashMap<>();

    /** Folders whose changes are not seen; somebody knows of all but the new ones. */
    private final Set<Path> unseen = new HashSet<>();

    private final List<Path> newlyUnseen = new ArrayList<>();
    private String firstReason = "";

    /** Who wants to know. */
    public interface Listener {
        /** Files have changed, in one burst. On the thread of the watch. */
        void changed(List<Path> files);

        /**
         * Changes in these folders are not seen, now or later; all others are. Each folder is told of once. On the thread of the watch, or on the one
         * that starts it.
         *
         * @param why what keeps the first of them from being watched
         */
        void unseen(List<Path> folders, String why);
    }

    /** Lets the system tell of changes in a folder. */
    interface Registration {
        WatchKey register(Path folder, WatchService service) throws IOException;
    }

    private FolderWatch(SourceFiles sources, Clock clock, Listener listener, Registration registration)
            throws IOException {
        this.sources = sources;
        this.clock = clock;
        this.listener = listener;
        this.registration = registration;
        this.service = sources.root().getFileSystem().newWatchService();
    }

    /**
     * Begins to watch. What changes from now on is told.
     *
     * @throws IOException when the folder itself cannot be watched; one below it that cannot is told of and left out
     */
    public static FolderWatch start(SourceFiles sources, Clock clock, Listener listener) throws IOException {
        return start(sources, clock, listener, (folder, service) -> folder.register(service, KINDS));
    }

    static FolderWatch start(SourceFiles sources, Clock clock, Listener listener, Registration registration)
            throws IOException {
        FolderWatch watch = new FolderWatch(sources, clock, listener, registration);
        try {
            watch.enter(sources.root(), new ArrayList<>());
        } catch (IOException failure) {
            watch.close();
            throw failure;
        }
        watch.tellUnseen();
        Thread thread = new Thread(watch::run, "trainyard-watch");
        thread.setDaemon(true);
        thread.start();
        return watch;
    }

    private void run() {
        try {
            while (true) {
                List<Path> changed = burst();
                tellUnseen();
                if (!changed.isEmpty()) {
                    listener.changed(changed);
                }
            }
        } catch (ClosedWatchServiceException closed) {
            // Nobody wants to know any more.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the first sign of a change, then until it is quiet, and looks at the folders that were told of. */
    private List<Path> burst() throws InterruptedException {
        Set<Path> touched = new HashSet<>();
        @Nullable WatchKey key = TOLD ? service.take() : service.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        if (!TOLD) {
            touched.addAll(folders.keySet());
        }
        Burst burst = Burst.begin(clock.instant());
        while (key != null || !burst.left(clock.instant()).isZero()) {
            if (key != null) {
                take(key, touched);
                burst = burst.goesOn(clock.instant());
            }
            key = service.poll(Math.max(1, burst.left(clock.instant()).toMillis()), TimeUnit.MILLISECONDS);
            if (key != null && burst.left(clock.instant()).isZero()) {
                take(key, touched);
                break;
            }
        }
        List<Path> changed = new ArrayList<>();
        for (Path folder : touched) {
            look(folder, changed);
        }
        return changed.stream().sorted().toList();
    }

    private void take(WatchKey key, Set<Path> touched) {
        boolean lost = key.pollEvents().stream().anyMatch(event -> event.kind() == StandardWatchEventKinds.OVERFLOW);
        if (lost) {
            touched.addAll(folders.keySet());
        } else if (key.watchable() instanceof Path folder) {
            touched.add(folder);
        }
        key.reset();
    }

    private void look(Path folder, List<Path> changed) {
        @Nullable Map<String, Stamp> before = folders.get(folder);
        if (before == null) {
            return;
        }
        Map<String, Stamp> after;
        try {
            after = read(folder, changed);
        } catch (IOException failure) {
            // What cannot be read has not been deleted.
            leaveOut(folder, failure);
            return;
        }
        Stamp.changes(before, after).forEach(name -> changed.add(folder.resolve(name)));
        if (folders.containsKey(folder)) {
            folders.put(folder, after);
        }
    }

    /** A folder that is new; all that is in it has changed. */
    private void enter(Path folder, List<Path> changed) throws IOException {
        if (TOLD) {
            // Before it is read, so that nothing is missed.
            keys.put(folder, registration.register(folder, service));
        }
        folders.put(folder, Map.of());
        Map<String, Stamp> found = read(folder, changed);
        found.keySet().forEach(name -> changed.add(folder.resolve(name)));
        if (folders.containsKey(folder)) {
            folders.put(folder, found);
        }
    }

    /** As {@link #enter}, for one of several folders: whatever keeps it from being watched concerns no other. */
    private void enterBelow(Path folder, List<Path> changed) {
        try {
            enter(folder, changed);
        } catch (NoSuchFileException | NotDirectoryException gone) {
            forget(folder);
        } catch (IOException failure) {
            forget(folder);
            leaveOut(folder, failure);
        }
    }

    private void leaveOut(Path folder, IOException why) {
        if (unseen.add(folder)) {
            LOG.debug("changes in {} are not seen", folder, why);
            if (newlyUnseen.isEmpty()) {
                firstReason =
                        why instanceof AccessDeniedException ? "it may not be read" : String.valueOf(why.getMessage());
            }
            newlyUnseen.add(folder);
        }
    }

    private void tellUnseen() {
        if (!newlyUnseen.isEmpty()) {
            listener.unseen(List.copyOf(newlyUnseen), firstReason);
            newlyUnseen.clear();
        }
    }

    private Map<String, Stamp> read(Path folder, List<Path> changed) throws IOException {
        Map<String, Stamp> found = new HashMap<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    if (!folders.containsKey(entry) && !unseen.contains(entry) && sources.entersFolder(entry)) {
                        enterBelow(entry, changed);
                    }
                } else if (sources.counts(entry)) {
                    stamp(entry).ifPresent(stamp -> found.put(String.valueOf(entry.getFileName()), stamp));
                }
            }
        } catch (NoSuchFileException | NotDirectoryException gone) {
            leave(folder);
        } catch (DirectoryIteratorException broken) {
            throw broken.getCause();
        }
        return found;
    }

    private static Optional<Stamp> stamp(Path file) throws IOException {
        try {
            return Optional.of(Stamp.of(Files.readAttributes(file, BasicFileAttributes.class)));
        } catch (AccessDeniedException unreadable) {
            throw unreadable;
        } catch (FileSystemException goneOrLoop) {
            return Optional.empty();
        }
    }

    private void leave(Path folder) {
        if (!Files.isDirectory(folder) && !folder.equals(sources.root())) {
            forget(folder);
        }
    }

    private void forget(Path folder) {
        folders.remove(folder);
        @Nullable WatchKey key = keys.remove(folder);
        if (key != null) {
            key.cancel();
        }
    }

    @Override
    public void close() {
        try {
            service.close();
        } catch (IOException failure) {
            LOG.debug("the watch cannot be closed", failure);
        }
    }
}
