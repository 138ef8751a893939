package io.trainyard.spi.runtime;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What exists of a TrainJob in the cluster, as the caches have it: some of it can no longer change, and some work may be over. Pods of a JobSet keep
 * what it was created with, however runtime and configuration have changed since.
 *
 * @param suspended true when the JobSet is to have no pods
 * @param podSets one for each replicated job of the JobSet
 */
public record ExistingJob(boolean suspended, List<Pods> podSets) {
    public ExistingJob {
        podSets = List.copyOf(podSets);
    }

    /**
     * The pods of one replicated job.
     *
     * @param name name of the replicated job
     * @param annotations annotations of the pod template; empty when none
     * @param active Jobs that have running or waiting pods
     * @param succeeded Jobs that ended well
     */
    public record Pods(String name, Map<String, String> annotations, int active, int succeeded) {
        public Pods {
            annotations = Collections.unmodifiableMap(new LinkedHashMap<>(annotations));
        }
    }

    /** The pods of that replicated job. */
    public Optional<Pods> podSet(String name) {
        return podSets.stream().filter(pods -> pods.name().equals(name)).findFirst();
    }

    /** True when some Job has pods that run or wait. */
    public boolean isActive() {
        return podSets.stream().anyMatch(pods -> pods.active() > 0);
    }
}
