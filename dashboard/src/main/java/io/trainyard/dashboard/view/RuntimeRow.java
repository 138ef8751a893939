package io.trainyard.dashboard.view;

import java.util.List;

/**
 * A runtime as one line of a list.
 *
 * @param namespace empty for a ClusterTrainingRuntime
 * @param policies names of its policies
 * @param jobs how many jobs were made from it
 * @param problems what stands in the way of using it
 */
public record RuntimeRow(
        String kind,
        String namespace,
        String name,
        String framework,
        List<String> policies,
        List<String> images,
        long jobs,
        boolean deprecated,
        List<String> problems) {
    public RuntimeRow {
        policies = List.copyOf(policies);
        images = List.copyOf(images);
        problems = List.copyOf(problems);
    }
}
