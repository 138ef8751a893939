package io.trainyard.plugins.kai;

import io.trainyard.foundation.field.FieldError;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A value and the field that a user would change to get another one.
 *
 * @param value the value
 * @param path where it was said
 */
record Setting(String value, String path) {
    private static final int MAX_LABEL_LENGTH = 63;
    private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");
    private static final Pattern OBJECT_NAME =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final Pattern DURATION = Pattern.compile("-?([0-9]+(\\.[0-9]+)?(ns|us|µs|ms|s|m|h))+");

    /** What is wrong with it as the name of an object that is also written into a label. */
    Optional<FieldError> wrongName(String what) {
        return value.length() <= MAX_LABEL_LENGTH && OBJECT_NAME.matcher(value).matches()
                ? Optional.empty()
                : wrong("the name of a " + what
                        + " for KAI consists of 1 to 63 lower case letters, digits, '-' and '.', and"
                        + " begins and ends with a letter or digit");
    }

    /** What is wrong with it as the value of a label. */
    Optional<FieldError> wrongLabel() {
        return value.length() <= MAX_LABEL_LENGTH && LABEL.matcher(value).matches()
                ? Optional.empty()
                : wrong(
                        "must be 1 to 63 letters, digits, '-', '_' and '.', beginning and ending with a letter or digit");
    }

    /** What is wrong with it as a choice. */
    Optional<FieldError> wrongPreemptibility() {
        return value.equals("preemptible") || value.equals("non-preemptible")
                ? Optional.empty()
                : wrong("must be preemptible or non-preemptible");
    }

    /** What is wrong with it as a duration. */
    Optional<FieldError> wrongDuration(boolean mayBeNegative) {
        return value.length() <= MAX_LABEL_LENGTH
                        && DURATION.matcher(value).matches()
                        && (mayBeNegative || !value.startsWith("-"))
                ? Optional.empty()
                : wrong("must be a duration such as 90s or 5m" + (mayBeNegative ? ", or -1s for never" : ""));
    }

    private Optional<FieldError> wrong(String message) {
        return Optional.of(FieldError.invalid(path, value, message));
    }
}
