package io.trainyard.launcher.cli.process;

import io.trainyard.local.api.journal.UnusableJournalException;
import io.trainyard.local.kubelet.process.StartException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the machine lacks or forbids: a program that is not installed, a folder of somebody else, a full disk. That is no fault of Trainyard. Pure. */
public final class EnvironmentFault {
    private static final int MAX_CAUSES = 20;

    private EnvironmentFault() {}

    /** As the user is to read it, with the exit code of wrong input; empty when a failure is of another kind. */
    public static Optional<CommandException> of(Throwable failure) {
        @Nullable Throwable cause = failure;
        String context = "";
        for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
            if (cause instanceof CommandException known) {
                return Optional.of(known);
            }
            if (cause instanceof UncheckedIOException wrapped && isSaidByUs(wrapped)) {
                context = Objects.requireNonNullElse(wrapped.getMessage(), "");
            }
            Optional<String> sentence = sentence(cause, context);
            if (sentence.isPresent()) {
                return Optional.of(new CommandException(ExitCodes.WRONG_INPUT, sentence.get(), failure));
            }
            cause = cause.getCause();
        }
        return Optional.empty();
    }

    private static Optional<String> sentence(Throwable cause, String context) {
        if (cause instanceof StartException lacking) {
            return Optional.of(String.valueOf(lacking.getMessage()));
        }
        if (cause instanceof UnusableJournalException foreign) {
            return Optional.of(String.valueOf(foreign.getMessage()));
        }
        if (cause instanceof BindException taken) {
            return Optional.of("--api-port: " + taken.getMessage());
        }
        if (cause instanceof FileSystemException full && isDiskFull(full) && full.getFile() != null) {
            @Nullable Path folder = Path.of(full.getFile()).getParent();
            return Optional.of("the disk of " + (folder == null ? full.getFile() : folder) + " is full");
        }
        if (cause instanceof IOException full && isDiskFull(full)) {
            return Optional.of((context.isEmpty() ? "" : context + ": ") + "no space is left on the disk");
        }
        if (cause instanceof FileSystemException file) {
            String what = context.isEmpty() ? String.valueOf(file.getFile()) : context;
            String where =
                    context.contains(String.valueOf(file.getFile())) || context.isEmpty() ? "" : ": " + file.getFile();
            return Optional.of(what + where + ": " + reason(file));
        }
        // Of an unknown kind only what was said about a file: a broken connection, say, may have any cause.
        return cause instanceof IOException unknown && !context.isEmpty()
                ? Optional.of(context + ": " + unknown.getMessage())
                : Optional.empty();
    }

    /** Without a text of its own it repeats that of its cause. */
    private static boolean isSaidByUs(UncheckedIOException wrapped) {
        return !String.valueOf(wrapped.getCause()).equals(wrapped.getMessage());
    }

    /** Java has no exception of its own for it: what the system said is the end of the text, also where nothing says which file it was. */
    private static boolean isDiskFull(IOException failure) {
        String text = String.valueOf(failure.getMessage());
        return text.endsWith("No space left on device") || text.endsWith("Disk quota exceeded");
    }

    private static String reason(FileSystemException file) {
        if (file instanceof AccessDeniedException) {
            return "you have no permission";
        }
        if (file instanceof NoSuchFileException) {
            return "there is no such file or folder";
        }
        if (file instanceof NotDirectoryException || file instanceof FileAlreadyExistsException) {
            return "there is a file where a folder should be";
        }
        return Objects.requireNonNullElse(file.getReason(), "the system does not allow it");
    }
}
