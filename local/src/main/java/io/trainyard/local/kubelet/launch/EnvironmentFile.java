package io.trainyard.local.kubelet.launch;

import io.trainyard.local.files.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Writes the variables of a container to a file, for the user to read; values from Secrets are not shown. */
public final class EnvironmentFile {
    private EnvironmentFile() {}

    /** Writes the file; blocks. */
    public static void write(Path file, LaunchBuilder.Result result) throws IOException {
        StringBuilder lines = new StringBuilder();
        result.launch().environment().forEach((name, value) -> lines.append(name)
                .append('=')
                .append(result.environment().secretNames().contains(name) ? "***" : value.replace("\n", "\\n"))
                .append('\n'));
        PrivateFiles.createFoldersAbove(file);
        PrivateFiles.write(file, lines.toString().getBytes(StandardCharsets.UTF_8));
    }
}
