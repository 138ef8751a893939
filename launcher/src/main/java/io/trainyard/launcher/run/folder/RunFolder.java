package io.trainyard.launcher.run.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

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

    /** Profiles of the ranks; missing if the run recorded none. */
    public Path profiles() {
        return root.resolve("profile");
    }

    /** Exists if {@code trainyard stop} has asked the run to end. */
    public Path stopRequest() {
        return root.resolve("stop-request");
    }

    /**
     * Why a TrainJob has failed; missing if it has not.
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
        StatusFile.write(status(), status.toTree());
    }

    /** Where the run stands as far as it has said; empty when it has said nothing that can be read. */
    public Optional<RunStatus> read() {
        return StatusFile.read(status()).filter(RunStatus::isOne).map(RunStatus::of);
    }

    /** Whether a status file marks this folder as a run. */
    public boolean isOurs() {
        return read().isPresent();
    }

    /**
     * Deletes the run. The status file goes last, so a run that is half deleted is still recognised.
     */
    void delete() throws IOException {
        for (Path file : FileTree.children(root)) {
            if (!file.equals(status())) {
                FileTree.delete(file);
            }
        }
        Files.deleteIfExists(status());
        Files.deleteIfExists(root);
    }

    /** Whether this is a run, an empty folder, or missing. */
    boolean isFree() {
        return isOurs() || FileTree.children(root).isEmpty();
    }
}
