package io.trainyard.launcher.cli.service;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.run.folder.ServiceFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Says who is the service of a folder. The system gives it back when the process dies, however that happens, so it is never stale. Blocks. */
public final class ServiceLock implements AutoCloseable {
    private final FileChannel channel;

    private ServiceLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the lock of a folder that exists.
     *
     * @throws CommandException when somebody else has it
     */
    public static ServiceLock take(ServiceFolder folder) {
        try {
            FileChannel channel = FileChannel.open(folder.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (lock(channel) == null) {
                channel.close();
                throw wrong("another process is starting or stopping the service of "
                        + folder.state().root() + "; try again in a moment");
            }
            return new ServiceLock(channel);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot lock " + folder.lock(), e);
        }
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException ownProcess) {
            return null;
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
