package io.trainyard.launcher.run.folder;

import io.trainyard.local.files.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the service of a folder keeps what outlives it. All for its owner alone.
 *
 * @param state the state folder that it lies in
 */
public record ServiceFolder(StateFolder state) {
    /** What a user may call it where a run could be named. */
    public static final String NAME = "service";

    /** Absolute; need not exist. */
    public Path root() {
        return state.root().resolve(NAME);
    }

    /** The same as a folder of a run: pods, logs and kubeconfig lie in it as in one. */
    public RunFolder asRun() {
        return new RunFolder(root());
    }

    /** The objects of the API server. */
    public Path journal() {
        return root().resolve("objects.journal");
    }

    /** Locked by the process that is the service. */
    public Path lock() {
        return root().resolve("lock");
    }

    /** How to reach the API server; stays while the service is down. */
    public Path kubeconfig() {
        return root().resolve("kubeconfig");
    }

    private Path status() {
        return root().resolve("service.json");
    }

    /** Makes the folder. Blocks. */
    public void create() {
        state.create();
        requireOurs();
        try {
            PrivateFiles.createFolders(root());
            PrivateFiles.close(root());
            if (!Files.exists(lock())) {
                // From now on the folder can be told from one of the user's.
                PrivateFiles.createFile(lock());
            }
        } catch (FileAlreadyExistsException another) {
            // Another process was faster.
            return;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make the folder " + root(), e);
        }
    }

    /** A folder that was chosen with --state may hold one of this name that is the user's own. */
    private void requireOurs() {
        boolean used = !FileTree.children(root()).isEmpty();
        // After that: another process that makes it now begins with the lock.
        if (used && !Files.exists(lock()) && !Files.exists(journal())) {
            throw new UncheckedIOException(
                    "cannot use " + root(),
                    new FileSystemException(
                            root().toString(),
                            null,
                            "it holds files of somebody else; name another folder with --state"));
        }
    }

    /** Writes where the service stands; a reader sees the old text or the new one. */
    public void write(ServiceStatus status) {
        StatusFile.write(status(), status.toTree());
    }

    /** Where the service stands as far as it has said; empty when there has never been one. */
    public Optional<ServiceStatus> read() {
        return StatusFile.read(status()).map(ServiceStatus::of);
    }

    /** The service, if it answers requests. */
    public Optional<ServiceStatus> running() {
        return read().filter(ServiceStatus::isUp);
    }

    /** Removes everything, objects and logs. */
    public void delete() {
        if (!Files.isDirectory(root())) {
            return;
        }
        requireOurs();
        try {
            FileTree.delete(root());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + root(), e);
        }
    }
}
