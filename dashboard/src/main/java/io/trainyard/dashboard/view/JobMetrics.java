package io.trainyard.dashboard.view;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the program of a job reported, as far as it is remembered.
 *
 * @param complete false when older values are gone: forgotten, or from before a restart of the controller
 * @param series one for each metric and rank
 * @param durations how long each step of training took, one series for each rank
 * @param first the first sign that it trains; empty when there was none, or it is not remembered
 */
public record JobMetrics(boolean complete, List<Series> series, List<Series> durations, Optional<First> first) {
    public JobMetrics {
        series = List.copyOf(series);
        durations = List.copyOf(durations);
    }

    /**
     * The first sign that a job trains.
     *
     * @param at when it was reported
     * @param step true when a step or a part of an epoch was reported as done; false when the program reports no steps, and this is only the first that it reported
     */
    public record First(Instant at, boolean step) {}

    /**
     * Values over time.
     *
     * @param rank -1 when the job as a whole is meant
     */
    public record Series(String name, int rank, List<Point> points) {
        public Series {
            points = List.copyOf(points);
        }
    }

    /**
     * One value.
     *
     * @param at milliseconds since 1970
     * @param step of training; -1 when it was not reported
     */
    public record Point(long at, long step, double value) {}
}
