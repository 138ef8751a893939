package io.trainyard.core.view;

import java.time.Instant;
import java.util.Optional;

/**
 * A condition of a TrainJob.
 *
 * @param type {@code Suspended}, {@code Complete} or {@code Failed}
 * @param status {@code True}, {@code False} or {@code Unknown}
 * @param reason one word
 * @param message may be empty
 * @param since when the status last changed; empty when that cannot be read
 */
public record ConditionView(String type, String status, String reason, String message, Optional<Instant> since) {}
