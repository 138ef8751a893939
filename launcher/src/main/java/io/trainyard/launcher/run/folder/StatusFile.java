package io.trainyard.launcher.run.folder;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.files.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A small file of JSON that says where something stands. A reader sees the old text or the new one. */
final class StatusFile {
    private StatusFile() {}

    /** Writes it; from any thread. */
    static void write(Path file, Map<String, Object> tree) {
        try {
            PrivateFiles.replace(file, (Json.text(tree) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /** Empty when there is none that can be read. */
    static Optional<Map<String, Object>> read(Path file) {
        try {
            return Json.parse(Files.readAllBytes(file)) instanceof Map<?, ?> tree
                    ? Optional.of(Tree.object(tree))
                    : Optional.empty();
        } catch (IOException | MalformedTextException unreadable) {
            return Optional.empty();
        }
    }
}
