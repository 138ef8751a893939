package io.trainyard.launcher.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes to a file that begins anew where it has become long; the one before is kept beside it, with {@code .1} at the end of its name. Logback's own way
 * wants a pattern for the names, in which the percent sign of a user's folder would mean something else.
 */
final class BoundedFileAppender extends FileAppender<ILoggingEvent> {
    private final Path file;
    private final long most;

    /**
     * @param most bytes after which the file begins anew
     */
    BoundedFileAppender(Path file, long most) {
        this.file = file;
        this.most = most;
        setFile(file.toString());
    }

    @Override
    protected void subAppend(ILoggingEvent event) {
        super.subAppend(event);
        streamWriteLock.lock();
        try {
            if (Files.size(file) > most) {
                closeOutputStream();
                Files.move(file, file.resolveSibling(file.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
                openFile(file.toString());
            }
        } catch (IOException e) {
            addError("the log " + file + " could not be started again", e);
        } finally {
            streamWriteLock.unlock();
        }
    }
}
