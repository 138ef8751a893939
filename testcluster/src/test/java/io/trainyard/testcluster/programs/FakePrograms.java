package io.trainyard.testcluster.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Shell scripts in place of programs. */
final class FakePrograms {

    private FakePrograms() {}

    static Path executable(Path file, String script) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/usr/bin/env bash\n" + script + "\n");
        if (!file.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + file + " executable");
        }
        return file;
    }

    /**
     * A stand-in for Go that notes what it was asked for, and makes files where Go would.
     *
     * @param bin the folder that gets it
     * @param modules a folder that plays the module cache
     */
    static void go(Path bin, Path modules) throws IOException {
        for (ManifestSet set : ManifestSet.values()) {
            for (String file : set.files().values()) {
                Files.createDirectories(modules.resolve(file).getParent());
                Files.writeString(modules.resolve(file), "of: " + set.name().toLowerCase(Locale.ROOT));
            }
        }
        executable(
                bin.resolve("go"),
                """
                echo "$*" >> '%1$s/calls'
                case $1 in
                  mod) echo '{"Dir": "%1$s"}' ;;
                  install) package=${@: -1}; package=${package%%@*}; touch "$GOBIN/${package##*/}"; chmod +x "$GOBIN/${package##*/}" ;;
                  build) while [ "$1" != -o ]; do shift; done; touch "$2"; chmod +x "$2" ;;
                esac
                """
                        .formatted(modules));
    }
}
