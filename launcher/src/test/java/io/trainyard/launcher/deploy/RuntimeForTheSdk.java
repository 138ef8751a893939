package io.trainyard.launcher.deploy;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** What the Python SDK needs of a runtime (SDK-20 to SDK-24): one that lacks it is not listed, or breaks the list of all. */
public final class RuntimeForTheSdk {
    private static final String FRAMEWORK = "trainer.kubeflow.org/framework";
    private static final String STEP = "trainer.kubeflow.org/trainjob-ancestor-step";
    private static final Set<String> DEVICES = Set.of("nvidia.com/gpu", "google.com/tpu", "cpu");

    private RuntimeForTheSdk() {}

    /** What this runtime lacks; empty when the SDK understands it. */
    public static List<String> problems(Map<String, Object> runtime) {
        List<String> problems = new ArrayList<>();
        if (Tree.text(runtime, "metadata", "labels", FRAMEWORK).isEmpty()) {
            problems.add("SDK-20: no label " + FRAMEWORK);
        }
        if (Tree.child(runtime, "spec", "mlPolicy").isEmpty()) {
            problems.add("SDK-21: no mlPolicy");
        }
        List<Map<String, Object>> jobs = Tree.objects(runtime, "spec", "template", "spec", "replicatedJobs");
        Optional<Map<String, Object>> trainer = jobs.stream()
                .filter(job ->
                        !Tree.text(job, "template", "metadata", "labels", STEP).isEmpty())
                .flatMap(job -> containers(job).stream())
                .filter(container -> "node".equals(container.get("name")))
                .findFirst();
        if (trainer.isEmpty()) {
            problems.add("SDK-22: no container node in a replicated job with the label " + STEP);
        }
        trainer.filter(container -> Tree.text(container, "image").isEmpty())
                .ifPresent(container -> problems.add("SDK-23: container node has no image"));
        for (Map<String, Object> job : jobs) {
            for (Map<String, Object> container : containers(job)) {
                Set<String> limits =
                        Tree.child(container, "resources", "limits").keySet();
                Predicate<String> device = name -> DEVICES.contains(name) || name.startsWith("nvidia.com/mig-");
                if (!limits.isEmpty() && limits.stream().noneMatch(device)) {
                    problems.add("SDK-24: container " + container.get("name") + " limits no device, only " + limits);
                }
            }
        }
        return problems;
    }

    private static List<Map<String, Object>> containers(Map<String, Object> job) {
        return Tree.objects(job, "template", "spec", "template", "spec", "containers");
    }
}
