package io.trainyard.launcher.run.progress;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Which attempt of its place in a job each pod is, counted from 1 as {@code trainyard logs --attempt} counts: a pod that took the place of another one,
 * or a container that was started again, is the next. Pure.
 *
 * @param first the number of a pod's first attempt, by its uid
 * @param totals how many attempts each place had, by TrainJob and short name
 * @param replaced whether any pod took the place of another one
 */
public record AttemptNumbers(Map<String, Long> first, Map<String, Long> totals, boolean replaced) {
    public AttemptNumbers {
        first = Map.copyOf(first);
        totals = Map.copyOf(totals);
    }

    /** Those of these pods, which are in the order in which they were first seen. */
    public static AttemptNumbers of(Collection<PodState> pods) {
        Map<String, Long> first = new HashMap<>();
        Map<String, Long> totals = new HashMap<>();
        boolean replaced = false;
        for (PodState pod : pods) {
            String place = place(pod.snapshot());
            long before = totals.getOrDefault(place, 0L);
            replaced |= before > 0;
            first.put(pod.snapshot().uid(), before + 1);
            totals.put(place, before + 1 + restarts(pod.snapshot()));
        }
        return new AttemptNumbers(first, totals, replaced);
    }

    private static String place(PodSnapshot pod) {
        return pod.trainJob() + "/" + pod.shortName();
    }

    /** Containers that fail together are started again together. */
    private static long restarts(PodSnapshot pod) {
        return pod.containers().stream()
                .mapToLong(ContainerSnapshot::restarts)
                .max()
                .orElse(0);
    }

    /** The attempt that a pod is as it was observed. */
    public long number(PodSnapshot pod) {
        return first.getOrDefault(pod.uid(), 1L) + restarts(pod);
    }

    /** How many attempts there were at the place of a pod. */
    public long total(PodSnapshot pod) {
        return totals.getOrDefault(place(pod), 1L);
    }
}
