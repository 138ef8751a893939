package io.trainyard.core.progress;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One number over time, in bounded memory: when there are too many points every second one goes, and from then on fewer are kept. So the whole curve stays,
 * ever coarser, and its last point is always there. For one thread.
 */
final class Curve {
    private final int maxPoints;
    private long[] times = new long[8];
    private double[] values = new double[8];
    private int size;
    private int stride = 1;
    private int sinceKept;
    private long lastTime;
    private double lastValue;
    private boolean lastIsKept = true;

    /** @param maxPoints how many there may be, an even number; the last one may come on top */
    Curve(int maxPoints) {
        this.maxPoints = maxPoints;
    }

    /**
     * A point.
     *
     * @param millis since the epoch
     */
    record Point(long millis, double value) {}

    void add(long millis, double value) {
        lastTime = millis;
        lastValue = value;
        sinceKept++;
        lastIsKept = size == 0 || sinceKept >= stride;
        if (lastIsKept) {
            if (size == maxPoints) {
                thin();
            }
            keep(millis, value);
            sinceKept = 0;
        }
    }

    /** About how much memory it takes. */
    int bytes() {
        return 128 + (Long.BYTES + Double.BYTES) * times.length;
    }

    List<Point> points() {
        List<Point> points = new ArrayList<>(size + 1);
        for (int i = 0; i < size; i++) {
            points.add(new Point(times[i], values[i]));
        }
        if (!lastIsKept) {
            points.add(new Point(lastTime, lastValue));
        }
        return List.copyOf(points);
    }

    private void keep(long millis, double value) {
        if (size == times.length) {
            int larger = Math.min(maxPoints, 2 * size);
            times = Arrays.copyOf(times, larger);
            values = Arrays.copyOf(values, larger);
        }
        times[size] = millis;
        values[size] = value;
        size++;
    }

    private void thin() {
        size = maxPoints / 2;
        for (int i = 1; i < size; i++) {
            times[i] = times[2 * i];
            values[i] = values[2 * i];
        }
        stride *= 2;
    }
}
