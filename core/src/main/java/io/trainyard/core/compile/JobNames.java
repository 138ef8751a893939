package io.trainyard.core.compile;

import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;

/** Checks that every Job and pod of a TrainJob can have its name: JobSet refuses more than 63 characters (JOBSET-12). Pure. */
final class JobNames {
    private static final int LONGEST = 63;
    /** A dash and the five random characters at the end of a pod's name. */
    private static final int POD_SUFFIX = 6;

    private JobNames() {}

    /**
     * Refuses a name that is too long.
     *
     * @throws InvalidTrainJobException names the field and states the longest usable name
     */
    static void require(String trainJob, RuntimeInfo info) {
        int longest = LONGEST;
        String strictest = "";
        for (PodSet podSet : info.podSets()) {
            int usable = LONGEST - suffix(podSet);
            if (usable < longest) {
                longest = usable;
                strictest = podSet.name();
            }
        }
        if (trainJob.length() > longest) {
            throw new InvalidTrainJobException("metadata.name: " + trainJob + " has " + trainJob.length()
                    + " characters, but with the replicated job " + strictest + " of the runtime at most "
                    + Math.max(longest, 0) + " are possible, or names of its pods exceed " + LONGEST);
        }
    }

    private static int suffix(PodSet podSet) {
        int job = 1 + podSet.name().length() + 1 + digits(podSet.replicas() - 1);
        return podSet.isIndexed() ? job + 1 + digits(podSet.count() - 1) + POD_SUFFIX : job;
    }

    private static int digits(int number) {
        return Integer.toString(number).length();
    }
}
