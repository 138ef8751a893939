package io.trainyard.local.controllers.jobset;

import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.tree.Tree;
import java.util.Map;
import java.util.Set;

/**
 * Restarts as somebody wants them who sits in front of the machine: what fails ends at once, and begins again as a whole as often as asked for,
 * whatever pods, Jobs and failure policies say for a cluster. Steps that fetch data are left alone: a network may be away for a moment. Pure.
 *
 * @param maxRestarts how often a JobSet begins again
 * @param exempt JobSets that restart as they are written, each as namespace/name; so do those in which torchrun goes on without a node that has failed
 */
public record RestartLimit(int maxRestarts, Set<String> exempt) {
    private static final LinearPattern FORM = LinearPattern.of("\\d+:\\d+");

    private static final String STEP = "trainer.kubeflow.org/trainjob-ancestor-step";

    public RestartLimit {
        exempt = Set.copyOf(exempt);
    }

    /** The JobSet as it is to be taken; the given one is not changed. */
    Map<String, Object> applyTo(Map<String, Object> jobSet) {
        String key = Tree.text(jobSet, "metadata", "namespace") + "/" + Tree.text(jobSet, "metadata", "name");
        if (exempt.contains(key) || isElastic(jobSet)) {
            return jobSet;
        }
        Map<String, Object> limited = Tree.copy(jobSet);
        if (maxRestarts > 0 || Tree.at(limited, "spec", "failurePolicy") != null) {
            Tree.put(limited, (long) maxRestarts, "spec", "failurePolicy", "maxRestarts");
        }
        Tree.objects(limited, "spec", "replicatedJobs").stream()
                .map(replicated -> Tree.child(replicated, "template"))
                .filter(template ->
                        !Tree.text(template, "metadata", "labels", STEP).endsWith("-initializer"))
                .map(template -> Tree.child(template, "spec"))
                .forEach(RestartLimit::endAtOnce);
        return limited;
    }

    /** Whether torchrun is told of a number of nodes from one to another. */
    private static boolean isElastic(Map<String, Object> jobSet) {
        return Tree.objects(jobSet, "spec", "replicatedJobs").stream()
                .flatMap(replicated ->
                        Tree.objects(replicated, "template", "spec", "template", "spec", "containers").stream())
                .flatMap(container -> Tree.objects(container, "env").stream())
                .anyMatch(variable ->
                        Tree.text(variable, "name").equals("PET_NNODES") && FORM.matches(Tree.text(variable, "value")));
    }

    private static void endAtOnce(Map<String, Object> job) {
        if (job.containsKey("backoffLimitPerIndex")) {
            job.put("backoffLimitPerIndex", 0L);
        } else {
            job.put("backoffLimit", 0L);
        }
        if (Tree.text(job, "template", "spec", "restartPolicy").equals("OnFailure")) {
            Tree.put(job, "Never", "template", "spec", "restartPolicy");
        }
    }
}
