package io.trainyard.dashboard.log;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A line of a log, ready to be shown.
 *
 * @param source number of the container in the answer's list
 * @param at when it was written
 * @param severity none, warning or error
 * @param text pieces, each as text and classes one after the other: {@code ["a", "", "b", "f1 bold"]}
 * @param lost how many bytes were cut off
 */
public record LogLine(int source, Optional<Instant> at, String severity, List<String> text, long lost) {}
