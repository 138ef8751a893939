package io.trainyard.launcher.run.watch;

import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What tells one version of a file from another.
 *
 * @param file identifies the file itself, which another one may take the place of; empty where the system does not tell
 */
record Stamp(Instant modified, long bytes, String file) {
    static Stamp of(BasicFileAttributes attributes) {
        return new Stamp(
                attributes.lastModifiedTime().toInstant(),
                attributes.size(),
                Optional.ofNullable(attributes.fileKey()).map(Object::toString).orElse(""));
    }

    /** Names whose files were added, removed or changed, sorted. */
    static TreeSet<String> changes(Map<String, Stamp> before, Map<String, Stamp> after) {
        TreeSet<String> changed = new TreeSet<>();
        after.forEach((name, stamp) -> {
            if (!stamp.equals(before.get(name))) {
                changed.add(name);
            }
        });
        before.keySet().stream().filter(name -> !after.containsKey(name)).forEach(changed::add);
        return changed;
    }
}
