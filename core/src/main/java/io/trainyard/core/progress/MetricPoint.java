package io.trainyard.core.progress;

import java.time.Instant;

/**
 * A reported number.
 *
 * @param time by the clock of the program, in whole seconds
 * @param value never NaN or infinite
 */
public record MetricPoint(Instant time, double value) {}
