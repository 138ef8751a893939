package io.trainyard.launcher.run.watch;

import io.trainyard.foundation.time.Blocking;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What tells one version of a file from another.
 *
 * @param file identifies the file itself, which another one may take the place of; empty where the system does not tell
 */
record Stamp(Instant modified, long bytes, String file) {
    @Blocking("on the thread of the watch")
    static Stamp of(Path path) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        return new Stamp(
                attributes.lastModifiedTime().toInstant(),
                attributes.size(),
                Optional.ofNullable(attributes.fileKey()).map(Object::toString).orElse(""));
    }

    /** Files that were added, removed or changed, sorted. */
    static Set<Path> changes(Map<Path, Stamp> before, Map<Path, Stamp> after) {
        Set<Path> changed = new TreeSet<>();
        after.forEach((file, stamp) -> {
            if (!stamp.equals(before.get(file))) {
                changed.add(file);
            }
        });
        before.keySet().stream().filter(file -> !after.containsKey(file)).forEach(changed::add);
        return changed;
    }
}
