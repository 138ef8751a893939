package io.trainyard.local.kubelet.logs;

import io.trainyard.local.files.PrivateFiles;
import io.trainyard.local.kubelet.files.FileNames;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;

/** The folder of one pod. The methods that say so block. */
public record PodFolder(Path root) {
    private static final int MAX_MESSAGE_BYTES = 4096;
    private static final int MAX_LOG_MESSAGE_BYTES = 2048;
    private static final int MAX_LOG_LINES = 80;
    private static final byte[] REPORT_TOKEN = "none-is-needed-here".getBytes(StandardCharsets.US_ASCII);

    /** The log of the container as it runs now, or ran last. */
    public Path log(String container) {
        return FileNames.resolve(root.resolve("logs"), container + ".log");
    }

    /** The log of an earlier run, counted from 0. */
    public Path log(String container, int restart) {
        return FileNames.resolve(root.resolve("logs"), container + "." + restart + ".log");
    }

    /** When which part of the log of a container was written. */
    public Path times(String container) {
        return timesOf(log(container));
    }

    /** When which part of a log was written. */
    static Path timesOf(Path log) {
        return log.resolveSibling("times").resolve(log.getFileName() + ".times");
    }

    /** Notes down that the container has written what is in its log now, at this time. Blocks. */
    public void noteTime(String container, Instant time) throws IOException {
        Path log = log(container);
        if (Files.isRegularFile(log)) {
            LogTimes.note(times(container), Files.size(log), time);
        }
    }

    /** Where the container may leave a message about its end. */
    public Path terminationMessage(String container) {
        return FileNames.resolve(root.resolve("termination"), container);
    }

    /** Stands for the folder of data and results when the container mounts nothing there. */
    public Path workspace(String container) {
        return FileNames.resolve(root.resolve("workspace"), container);
    }

    /** Where its programs start when they have no business in the folder of the user. */
    public Path work() {
        return root.resolve("work");
    }

    /** What a container sees as {@code /tmp}. */
    public Path tmp(String container) {
        return FileNames.resolve(root.resolve("tmp"), container);
    }

    /** Links to claims that the program of a container looks for by their names. */
    public Path claimLinks(String container) {
        return FileNames.resolve(root.resolve("claims"), container);
    }

    /** The variables of a container, for the user to read. */
    public Path environment(String container) {
        return FileNames.resolve(root.resolve("env"), container + ".env");
    }

    public Path hosts() {
        return root.resolve("etc").resolve("hosts");
    }

    /** What programs show when they report progress. Nobody asks for it here, but most of them do not report without. */
    public Path reportToken() {
        return root.resolve("etc").resolve("report-token");
    }

    /**
     * Makes room for a new run of a container. Blocks.
     *
     * @param restarts how often it was started before
     */
    public void beginRun(String container, int restarts) throws IOException {
        Path log = log(container);
        PrivateFiles.createFoldersAbove(log);
        if (restarts > 0 && Files.exists(log)) {
            Files.move(log, log(container, restarts - 1), StandardCopyOption.REPLACE_EXISTING);
            if (Files.exists(times(container))) {
                Files.move(
                        times(container), timesOf(log(container, restarts - 1)), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Files.deleteIfExists(times(container));
        Files.deleteIfExists(log);
        PrivateFiles.createFile(log);
        Path message = terminationMessage(container);
        PrivateFiles.createFoldersAbove(message);
        PrivateFiles.write(message, new byte[0]);
        PrivateFiles.createFoldersAbove(reportToken());
        PrivateFiles.write(reportToken(), REPORT_TOKEN);
    }

    /**
     * What a container left to say; may be empty. Blocks.
     *
     * @param fromLog whether the end of the log stands in for a missing message
     */
    public String readMessage(String container, boolean fromLog) throws IOException {
        Path file = terminationMessage(container);
        String message = Files.isRegularFile(file) ? tail(file, MAX_MESSAGE_BYTES) : "";
        return message.isEmpty() && fromLog && Files.isRegularFile(log(container))
                ? lastLines(tail(log(container), MAX_LOG_MESSAGE_BYTES))
                : message;
    }

    private static String tail(Path file, int most) throws IOException {
        try (RandomAccessFile reader = new RandomAccessFile(file.toFile(), "r")) {
            long length = reader.length();
            byte[] bytes = new byte[(int) Math.min(most, length)];
            reader.seek(length - bytes.length);
            reader.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private static String lastLines(String text) {
        int at = text.length();
        for (int lines = 0; lines <= MAX_LOG_LINES && at > 0; lines++) {
            at = text.lastIndexOf('\n', at - 1);
        }
        return at <= 0 ? text : text.substring(at + 1);
    }
}
