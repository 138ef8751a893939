package io.trainyard.launcher.run.tensorboard;

import io.trainyard.foundation.time.Blocking;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Looks for event files of TensorBoard below folders of a run: what is near comes first, hidden folders and those of tools are left out, links are not followed,
 * and no more is looked at than a moment allows. Blocks.
 *
 * @param since older files were there before the run
 */
@Blocking("reads folders")
record EventFiles(Instant since) {
    private static final String PREFIX = "events.out.tfevents.";
    private static final Set<String> LEFT_OUT = Set.of("node_modules", "site-packages", "venv", "__pycache__");
    private static final int MAX_ENTRIES = 5_000;
    /** A folder of samples has more; one of events has fewer. */
    private static final int MAX_ENTRIES_OF_FOLDER = 2_000;

    private static final int MAX_DEPTH = 8;

    private record Place(Path folder, Path logs, int depth) {}

    /**
     * The folders that TensorBoard is to be given: for each event file, the outermost one below its root, so that later files are found there, too.
     *
     * @param roots where to look; those that do not exist have nothing
     */
    Set<Path> logFolders(Collection<Path> roots) {
        Set<Path> found = new LinkedHashSet<>();
        for (Path root : roots) {
            look(root, found);
        }
        return found;
    }

    private void look(Path root, Set<Path> found) {
        Deque<Place> open = new ArrayDeque<>(List.of(new Place(root, root, 0)));
        int left = MAX_ENTRIES;
        while (!open.isEmpty() && left > 0) {
            Place place = open.remove();
            List<Path> entries = entries(place.folder(), Math.min(left, MAX_ENTRIES_OF_FOLDER));
            left -= entries.size();
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                if (name.startsWith(PREFIX)) {
                    if (isNew(entry)) {
                        found.add(place.logs());
                    }
                } else if (place.depth() < MAX_DEPTH && isEntered(entry, name)) {
                    open.add(new Place(entry, place.depth() == 0 ? entry : place.logs(), place.depth() + 1));
                }
            }
        }
    }

    private static boolean isEntered(Path entry, String name) {
        return !name.startsWith(".") && !LEFT_OUT.contains(name) && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
    }

    private static List<Path> entries(Path folder, int most) {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            for (Path entry : stream) {
                if (entries.size() == most) {
                    break;
                }
                entries.add(entry);
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            // What cannot be read, or is being removed, has nothing to show.
            return entries;
        }
        return entries;
    }

    private boolean isNew(Path file) {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return attributes.isRegularFile()
                    && !attributes.lastModifiedTime().toInstant().isBefore(since);
        } catch (IOException gone) {
            return false;
        }
    }
}
