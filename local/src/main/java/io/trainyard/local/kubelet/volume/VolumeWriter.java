package io.trainyard.local.kubelet.volume;

import io.trainyard.local.files.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Makes volumes. Blocks; for worker threads. */
public final class VolumeWriter {
    private static final int PRIVATE = 0700;
    private static final int OPEN = 0777;
    private static final int READABLE = 0755;

    private VolumeWriter() {}

    /**
     * Makes all volumes; those that exist are made anew or kept, according to their kind.
     *
     * @throws UncheckedIOException when a file or folder cannot be made
     */
    public static void write(List<VolumePlan> plans) {
        for (VolumePlan plan : plans) {
            try {
                if (plan instanceof VolumePlan.Files files) {
                    writeFiles(files);
                } else if (plan instanceof VolumePlan.Host host) {
                    makeHost(host);
                } else {
                    PrivateFiles.createFoldersAbove(plan.root());
                    Files.createDirectories(plan.root());
                    if (plan instanceof VolumePlan.Scratch) {
                        setMode(plan.root(), OPEN);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException("volume " + plan.name() + ": " + e.getMessage(), e);
            }
        }
    }

    private static void writeFiles(VolumePlan.Files plan) throws IOException {
        Path fresh = plan.root().resolveSibling(plan.root().getFileName() + ".new");
        delete(fresh);
        PrivateFiles.createFolders(fresh);
        setMode(fresh, plan.hidden() ? PRIVATE : READABLE);
        for (VolumePlan.Entry entry : plan.entries()) {
            Path file = fresh.resolve(entry.path());
            Files.createDirectories(file.getParent());
            Files.write(file, entry.content());
            setMode(file, entry.mode());
        }
        delete(plan.root());
        Files.move(fresh, plan.root(), StandardCopyOption.ATOMIC_MOVE);
    }

    private static void makeHost(VolumePlan.Host plan) throws IOException {
        Path path = plan.root();
        switch (plan.type()) {
            case "" -> {}
            case "DirectoryOrCreate" -> Files.createDirectories(path);
            case "FileOrCreate" -> {
                if (!Files.exists(path)) {
                    Files.createFile(path);
                }
            }
            case "Directory" -> require(Files.isDirectory(path), plan, "is not a folder");
            case "File" -> require(Files.isRegularFile(path), plan, "is not a file");
            default ->
                throw new UnsupportedVolumeException("volume " + plan.name() + ": hostPath type " + plan.type()
                        + " is not supported on this machine; use Directory, DirectoryOrCreate, File or FileOrCreate");
        }
    }

    private static void require(boolean met, VolumePlan.Host plan, String problem) throws IOException {
        if (!met) {
            throw new IOException("hostPath " + plan.root() + " " + problem);
        }
    }

    /** Deletes a folder and what is in it; nothing happens when there is none. Links are not followed. */
    public static void delete(Path folder) throws IOException {
        if (!Files.exists(folder, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        List<Path> paths = new ArrayList<>();
        try (Stream<Path> walk = Files.walk(folder)) {
            walk.sorted(Comparator.reverseOrder()).forEach(paths::add);
        }
        for (Path path : paths) {
            Files.deleteIfExists(path);
        }
    }

    private static void setMode(Path path, int mode) throws IOException {
        if (path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            Files.setAttribute(path, "unix:mode", mode);
        }
    }
}
