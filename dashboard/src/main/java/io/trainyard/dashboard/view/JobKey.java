package io.trainyard.dashboard.view;

import java.util.Comparator;

/** Which TrainJob. */
public record JobKey(String namespace, String name) implements Comparable<JobKey> {
    private static final Comparator<JobKey> ORDER =
            Comparator.comparing(JobKey::namespace).thenComparing(JobKey::name);

    @Override
    public int compareTo(JobKey other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
