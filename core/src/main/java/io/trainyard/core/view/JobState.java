package io.trainyard.core.view;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Where a TrainJob is in its life, in one word for people. Programs read the conditions. */
public enum JobState {
    /** It exists, and no controller has said anything of it. */
    CREATED("Created"),
    /** It is to run, and none of its pods does. */
    PENDING("Pending"),
    /** Data set or model are being fetched. */
    INITIALIZING("Initializing"),
    /** Some of its nodes are ready, and it needs more. */
    STARTING("Starting"),
    /** As many nodes as it needs are ready. */
    RUNNING("Running"),
    /** The training has ended well in a pod, and other containers keep that pod. */
    ENDING("Ending"),
    /** It is to have no pods for now. */
    SUSPENDED("Suspended"),
    /** It has ended well. */
    COMPLETE("Complete"),
    /** It has ended badly. */
    FAILED("Failed");

    /** Of a text that is shown in a column. */
    private static final int MAX_LENGTH = 300;

    private final String text;

    JobState(String text) {
        this.text = text;
    }

    /** As users read it, in columns, messages and JSON. */
    public String text() {
        return text;
    }

    /** The same with what the job waits for. */
    public String with(String words) {
        // kubectl shows the first line of a cell.
        String all = text + ": " + words.lines().map(String::strip).collect(Collectors.joining(" "));
        if (all.length() <= MAX_LENGTH) {
            return all;
        }
        int end = MAX_LENGTH - 1;
        // Half of a character is none.
        return all.substring(0, Character.isHighSurrogate(all.charAt(end - 1)) ? end - 1 : end) + "…";
    }

    /** True when nothing more will happen. */
    public boolean isOver() {
        return this == COMPLETE || this == FAILED;
    }

    /** The state of that text; empty for any other text and for null. */
    public static Optional<JobState> ofText(@Nullable String text) {
        return Arrays.stream(values()).filter(state -> state.text.equals(text)).findFirst();
    }
}
