package io.trainyard.launcher.run.view;

import io.trainyard.launcher.cli.process.TerminalText;
import io.trainyard.launcher.run.progress.Change;
import io.trainyard.launcher.run.progress.Progress;
import java.time.Instant;

/** Changes as lines of text, for files, pipes and logs of builds. */
public final class TextLines {
    private static final int MAX_MESSAGE_LENGTH = 300;

    private TextLines() {}

    /**
     * One line, without its end.
     *
     * @param started when the run began; lines tell how long ago that was
     * @param color whether who wrote something stands in the colour of its rank
     */
    public static String line(Instant started, Change change, boolean color) {
        if (change.type() == Change.Type.OUTPUT) {
            String who = change.pod() + " |";
            return (color
                            ? change.rank()
                                    .map(rank -> RankColors.paint(who, rank))
                                    .orElse(who)
                            : who) + " " + change.message();
        }
        String elapsed = Durations.text(Progress.between(started, change.at()));
        return "[" + " ".repeat(Math.max(0, 6 - elapsed.length())) + elapsed + "] " + text(change);
    }

    /** One line, without its time. */
    public static String text(Change change) {
        return switch (change.type()) {
            case JOB -> "TrainJob " + change.trainJob() + ": " + change.phase() + because(change);
            case COUNTERS -> "Jobs of " + change.trainJob() + "/" + change.replicatedJob() + ": " + change.message();
            case POD ->
                "Pod " + change.pod() + ": " + change.phase() + exit(change)
                        + (isOrdinary(change) ? "" : because(change));
            case RESTART ->
                "Pod " + change.pod() + ": started again (" + change.restart().orElse(0L) + ")" + exit(change);
            case WARNING ->
                "warning: " + change.pod() + ": " + shortened(change.message()) + " (" + change.reason() + ")";
            case RUN -> TerminalText.plain(change.message());
            case OUTPUT -> change.message();
        };
    }

    /** What every good pod says needs no reason. */
    private static boolean isOrdinary(Change change) {
        return change.phase().equals("Succeeded")
                || change.phase().equals("Running")
                || change.phase().equals("Stopped")
                || change.phase().equals("Stopping")
                || change.reason().equals("ContainerCreating")
                || change.reason().equals("PodInitializing");
    }

    private static String exit(Change change) {
        return change.exitCode()
                .filter(code -> code != 0
                        && !change.phase().equals("Running")
                        && !change.phase().equals("Stopping"))
                .map(code -> ", exit code " + code)
                .orElse("");
    }

    private static String because(Change change) {
        if (change.reason().isEmpty()) {
            return "";
        }
        String reason = change.reason().equals(change.phase()) ? "" : change.reason();
        String message = shortened(change.message());
        String both = reason.isEmpty() || message.isEmpty() ? reason + message : reason + ": " + message;
        return both.isEmpty() ? "" : " (" + both + ")";
    }

    private static String shortened(String message) {
        String line = TerminalText.plain(message.strip().lines().findFirst().orElse(""));
        return line.length() > MAX_MESSAGE_LENGTH ? line.substring(0, MAX_MESSAGE_LENGTH) + "..." : line;
    }
}
