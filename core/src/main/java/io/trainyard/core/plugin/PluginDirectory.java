package io.trainyard.core.plugin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder into which operators put plugins: a folder for each plugin with its jars, {@code plugins/<name>/*.jar}, or a single jar,
 * {@code plugins/<name>.jar}. Reads files, so never on an event loop.
 */
public final class PluginDirectory {
    private static final String JAR = ".jar";

    private PluginDirectory() {}

    /**
     * The jars that share one class loader.
     *
     * @param name name of the folder, or of the jar without its suffix
     * @param location absolute path of the folder or the jar
     * @param jars absolute paths in sorted order; at least one
     */
    public record Source(String name, Path location, List<Path> jars) {
        public Source {
            jars = List.copyOf(jars);
        }
    }

    /**
     * Something in the folder that is not a plugin.
     *
     * @param path where it is
     * @param reason why it is not read
     */
    public record Ignored(Path path, String reason) {}

    /**
     * What the folder holds.
     *
     * @param sources sorted by file name
     * @param ignored everything else, sorted by file name
     */
    public record Contents(List<Source> sources, List<Ignored> ignored) {
        /** No plugins. */
        public static final Contents EMPTY = new Contents(List.of(), List.of());

        public Contents {
            sources = List.copyOf(sources);
            ignored = List.copyOf(ignored);
        }
    }

    /**
     * Looks into the folder. One that does not exist holds nothing.
     *
     * @throws UncheckedIOException when the folder cannot be read
     * @throws IllegalArgumentException when the path is not a folder
     */
    public static Contents read(Path directory) {
        if (Files.notExists(directory)) {
            return Contents.EMPTY;
        }
        if (!Files.isDirectory(directory)) {
            throw new IllegalArgumentException(directory
                    + " is a file; the plugins path must name a folder with one folder or jar for each plugin");
        }
        List<Source> sources = new ArrayList<>();
        List<Ignored> ignored = new ArrayList<>();
        for (Path path : sorted(directory.toAbsolutePath().normalize())) {
            String name = path.getFileName().toString();
            if (name.startsWith(".")) {
                ignored.add(new Ignored(path, "hidden"));
            } else if (Files.isDirectory(path)) {
                readFolder(path, name, sources, ignored);
            } else if (name.endsWith(JAR)) {
                sources.add(new Source(name.substring(0, name.length() - JAR.length()), path, List.of(path)));
            } else {
                ignored.add(new Ignored(path, "neither a folder nor a jar"));
            }
        }
        return new Contents(sources, ignored);
    }

    private static void readFolder(Path folder, String name, List<Source> sources, List<Ignored> ignored) {
        List<Path> jars = new ArrayList<>();
        for (Path path : sorted(folder)) {
            String file = path.getFileName().toString();
            if (file.endsWith(JAR) && !file.startsWith(".") && !Files.isDirectory(path)) {
                jars.add(path);
            } else {
                ignored.add(new Ignored(path, "not a jar"));
            }
        }
        if (jars.isEmpty()) {
            ignored.add(new Ignored(folder, "a folder without jars"));
        } else {
            sources.add(new Source(name, folder, jars));
        }
    }

    private static List<Path> sorted(Path directory) {
        try (Stream<Path> paths = Files.list(directory)) {
            return paths.sorted(Comparator.comparing(path -> path.getFileName().toString()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("the plugins folder " + directory + " cannot be read", e);
        }
    }
}
