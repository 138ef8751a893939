package io.trainyard.dashboard.view;

import java.util.List;

/**
 * What the program of a job reported, as far as it is remembered.
 *
 * @param complete false when older values are gone: forgotten, or from before a restart of the controller
 * @param series one for each metric and rank
 * @param durations how long each step of training took, one series for each rank
 */
public record JobMetrics(boolean complete, List<Series> series, List<Series> durations) {
    public JobMetrics {
        series = List.copyOf(series);
        durations = List.copyOf(durations);
    }

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
