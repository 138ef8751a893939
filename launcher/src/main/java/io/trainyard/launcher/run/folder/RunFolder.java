package io.trainyard.launcher.run.folder;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.files.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of one run.
 *
 * @param root absolute
 */
public record RunFolder(Path root) {
    /** Name of the run. */
    public String id() {
        return root.getFileName().toString();
    }

    /** Where it lies beside other runs. */
    public StateFolder state() {
        return StateFolder.at(root.resolve("../.."));
    }

    /** Everything that was given to the run, as it was applied. */
    public Path input() {
        return root.resolve("input.yaml");
    }

    /** The objects as they were at the end. */
    public Path objects() {
        return root.resolve("objects");
    }

    /** What happened, a line each. */
    public Path events() {
        return root.resolve("events.log");
    }

    /** What Trainyard itself logged. */
    public Path log() {
        return root.resolve("trainyard.log");
    }

    /** How to reach the API server of the run while it runs. */
    public Path kubeconfig() {
        return root.resolve("kubeconfig");
    }

    /** What a run in the background would have shown in a terminal; not there for others. */
    public Path output() {
        return root.resolve("output.log");
    }

    /** One folder for each pod. */
    public Path pods() {
        return root.resolve("pods");
    }

    /** What was recorded of its ranks; not there for others. */
    public Path profiles() {
        return root.resolve("profile");
    }

    /** There when {@code trainyard stop} has asked the run to end. */
    public Path stopRequest() {
        return root.resolve("stop-request");
    }

    /**
     * Why a TrainJob has failed; not there for others.
     *
     * @param trainJob namespace and name, with a slash between
     */
    Path cause(String trainJob) {
        return root.resolve("causes").resolve(trainJob.replace('/', '_') + ".json");
    }

    private Path status() {
        return root.resolve("status.json");
    }

    /** Writes where the run stands; a reader sees the old text or the new one. From any thread. */
    public void write(RunStatus status) {
        try {
            PrivateFiles.replace(status(), (Json.text(status.toTree()) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + status(), e);
        }
    }

    /** Where the run stands as far as it has said; empty when it has said nothing that can be read. */
    public Optional<RunStatus> read() {
        try {
            return Json.parse(Files.readAllBytes(status())) instanceof Map<?, ?> tree
                    ? Optional.of(Tree.object(tree)).filter(RunStatus::isOne).map(RunStatus::of)
                    : Optional.empty();
        } catch (IOException | MalformedTextException unreadable) {
            return Optional.empty();
        }
    }

    /** Whether a run has said in it where it stands: what has no such word may be a folder of the user's. */
    public boolean isOurs() {
        return read().isPresent();
    }

    /**
     * Removes it, as far as nobody else does. What says that it is a run goes last: what is left when this fails, or when we are killed, is still a run, and is removed
     * another time.
     */
    void delete() throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!file.equals(status())) {
                    Files.deleteIfExists(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                if (!folder.equals(root)) {
                    Files.deleteIfExists(folder);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        Files.deleteIfExists(status());
        Files.deleteIfExists(root);
    }

    /** Whether it is that of a run, of one that has only just begun, or not there any more. */
    boolean isFree() throws IOException {
        if (!Files.isDirectory(root) || isOurs() || Files.exists(log())) {
            return true;
        }
        try (Stream<Path> files = Files.list(root)) {
            return files.findAny().isEmpty();
        } catch (NoSuchFileException removedMeanwhile) {
            return true;
        }
    }
}
