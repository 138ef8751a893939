package io.trainyard.launcher.run.folder;

import io.trainyard.local.files.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * All state folders that a user has ever had runs in, kept in the user's cache folder.
 *
 * @param list folder with a file for each; need not exist
 */
public record KnownFolders(Path list) {
    /**
     * Those of a user.
     *
     * @param variables environment variables
     */
    public static KnownFolders of(Map<String, String> variables) {
        return new KnownFolders(FetchCache.of(variables).folder().resolveSibling("state-folders"));
    }

    /** Remembers one. Blocks. */
    public void add(StateFolder folder) throws IOException {
        byte[] path = folder.root().toString().getBytes(StandardCharsets.UTF_8);
        PrivateFiles.createFolders(list);
        Path file = list.resolve(UUID.nameUUIDFromBytes(path).toString());
        if (!Files.exists(file)) {
            PrivateFiles.write(file, path);
        }
    }

    /** Those that are still there, by path. Blocks. */
    public List<StateFolder> existing() {
        return FileTree.children(list).stream()
                .map(KnownFolders::read)
                .filter(path -> !path.isBlank())
                .sorted()
                .map(path -> StateFolder.at(Path.of(path)))
                .filter(folder -> Files.isDirectory(folder.runs()))
                .toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            return "";
        }
    }
}
