package io.trainyard.launcher.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Whether the folder of a service is still the one that it began with: who removes it would leave a process behind that no command finds. For any thread. */
final class OwnFolder {
    private final Path lock;
    private final @Nullable Object identity;

    private OwnFolder(Path lock, @Nullable Object identity) {
        this.lock = lock;
        this.identity = identity;
    }

    /**
     * The folder as it is now. Blocks for the time of a look.
     *
     * @param lock a file in it that stays as long as the folder does
     */
    static OwnFolder of(Path lock) throws IOException {
        return new OwnFolder(lock, identity(lock));
    }

    /** Whether it has been removed, another one of its name included. What cannot be looked at is not gone. Blocks for the time of a look. */
    boolean isGone() {
        try {
            Object now = identity(lock);
            return identity != null && !identity.equals(now);
        } catch (NoSuchFileException removed) {
            return true;
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** Null where the system has no such thing. */
    private static @Nullable Object identity(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }
}
