package io.trainyard.dashboard.cache;

import io.trainyard.core.metrics.RuntimeSeries;
import io.trainyard.dashboard.view.RuntimeRow;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.RuntimeResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Makes the lines of runtimes. Pure. */
final class RuntimeRows {
    private RuntimeRows() {}

    /**
     * The row of a runtime.
     *
     * @param jobs how many jobs name it
     */
    static RuntimeRow of(RuntimeResource runtime, long jobs) {
        Map<String, String> labels = RuntimeSeries.labels(runtime);
        List<Map<String, Object>> replicatedJobs =
                Tree.objects(ObjectTrees.of(runtime), "spec", "template", "spec", "replicatedJobs");
        List<String> images = replicatedJobs.stream()
                .flatMap(RuntimeRows::containers)
                .map(container -> Tree.text(container, "image"))
                .filter(image -> !image.isEmpty())
                .distinct()
                .toList();
        return new RuntimeRow(
                runtime.getKind(),
                text(labels, "namespace"),
                text(labels, "name"),
                text(labels, "framework"),
                Stream.of(text(labels, "ml_policy"), text(labels, "pod_group_policy"))
                        .filter(policy -> !policy.equals("none"))
                        .toList(),
                images,
                jobs,
                text(labels, "deprecated").equals("true"),
                problems(text(labels, "framework"), replicatedJobs));
    }

    /** What stands in the way of the Python SDK and of people, who find a runtime by these. */
    private static List<String> problems(String framework, List<Map<String, Object>> replicatedJobs) {
        List<String> problems = new ArrayList<>();
        if (framework.isEmpty()) {
            problems.add("the label trainer.kubeflow.org/framework is missing, so the Python SDK passes it over");
        }
        if (replicatedJobs.isEmpty()) {
            problems.add("spec.template.spec.replicatedJobs is empty");
        } else if (replicatedJobs.stream().flatMap(RuntimeRows::containers).noneMatch(container -> "node"
                .equals(container.get("name")))) {
            problems.add("there is no container named node, so the Python SDK finds no trainer");
        }
        return problems;
    }

    private static Stream<Map<String, Object>> containers(Map<String, Object> replicatedJob) {
        return Tree.objects(replicatedJob, "template", "spec", "template", "spec", "containers").stream();
    }

    private static String text(Map<String, String> labels, String name) {
        return labels.getOrDefault(name, "");
    }
}
