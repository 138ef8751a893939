package io.trainyard.launcher.cli.service;

import io.trainyard.launcher.run.folder.ServiceFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** Says who is the service of a folder. The system gives it back when the process dies, however that happens, so it is never stale. Blocks. */
public final class ServiceLock implements AutoCloseable {
    private final FileChannel channel;

    private ServiceLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Takes the lock of a folder that exists; empty when another process has it. */
    public static Optional<ServiceLock> take(ServiceFolder folder) {
        try {
            FileChannel channel = FileChannel.open(folder.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock == null) {
                channel.close();
                return Optional.empty();
            }
            return Optional.of(new ServiceLock(channel));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot lock " + folder.lock(), e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot unlock a file", e);
        }
    }
}
