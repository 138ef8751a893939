package io.trainyard.local.kubelet.options;

import java.util.Optional;
import java.util.Set;

/** Knows the TrainJobs that stand for programs of the user's own: these see the machine as his shell does. */
public interface OwnPrograms {
    /** All pods are those of others. */
    OwnPrograms NONE = trainJob -> Optional.empty();

    /**
     * The variables that the user has given to a program; empty where the TrainJob is none. May read a file.
     *
     * @param trainJob namespace and name, with a slash between
     */
    Optional<Set<String>> variablesOf(String trainJob);
}
