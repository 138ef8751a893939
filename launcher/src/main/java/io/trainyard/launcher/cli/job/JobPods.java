package io.trainyard.launcher.cli.job;

import io.trainyard.foundation.regex.LinearPattern;
import java.util.List;

/**
 * The pods of one TrainJob among those of a service, by their names: JOB-STEP-NUMBER-INDEX and five letters, for a later pod of the same name with more
 * behind a dot. Pure.
 *
 * @param trainJob its name
 * @param others names of other TrainJobs, some of which may begin like this one
 */
record JobPods(String trainJob, List<String> others) {
    private static final LinearPattern REST = LinearPattern.of("-[-a-z0-9]+-\\d+-\\d+-[a-z0-9]{5}(\\..*)?");

    JobPods {
        others = List.copyOf(others);
    }

    /** Whether a pod, or its folder, is called like one of them. */
    boolean contains(String pod) {
        return isCalled(pod, trainJob)
                && others.stream().noneMatch(other -> other.startsWith(trainJob + "-") && isCalled(pod, other));
    }

    private static boolean isCalled(String pod, String trainJob) {
        return pod.startsWith(trainJob) && REST.matches(pod.substring(trainJob.length()));
    }
}
