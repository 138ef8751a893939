package io.trainyard.launcher.cli.install;

import io.trainyard.core.admission.trainjob.PodSecurityRules;
import io.trainyard.core.compile.PodTrees;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.restricted.RestrictedPod;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A runtime whose pods a namespace under the Pod Security level {@code restricted} takes. Pure. */
public final class RestrictedRuntime {
    private RestrictedRuntime() {}

    /** The runtime, which is not changed itself. */
    public static ClusterTrainingRuntime of(ClusterTrainingRuntime runtime) {
        Map<String, Object> tree = Tree.copy(TreeConversion.toTree(runtime));
        for (Map<String, Object> job : Tree.objects(tree, "spec", "template", "spec", "replicatedJobs")) {
            Tree.put(job, RestrictedPod.of(PodTrees.podSpec(job)), "template", "spec", "template", "spec");
        }
        return TreeConversion.toObject(tree, ClusterTrainingRuntime.class);
    }

    /** What such a namespace refuses of it nevertheless, a line for each replicated job. */
    static List<String> refused(ClusterTrainingRuntime runtime) {
        List<String> refused = new ArrayList<>();
        for (Map<String, Object> job :
                Tree.objects(TreeConversion.toTree(runtime), "spec", "template", "spec", "replicatedJobs")) {
            List<String> problems = PodSecurityRules.problems(PodSecurityRules.RESTRICTED, PodTrees.podSpec(job));
            if (!problems.isEmpty()) {
                refused.add(runtime.getMetadata().getName() + ": replicated job " + job.get("name")
                        + " stays refused under the Pod Security level restricted; it needs "
                        + String.join("; ", problems));
            }
        }
        return refused;
    }
}
