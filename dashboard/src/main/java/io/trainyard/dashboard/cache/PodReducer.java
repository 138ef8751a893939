package io.trainyard.dashboard.cache;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What of a pod is kept in memory for the page: who it is, where it runs, what it asks for, and its status. With thousands of pods this is a tenth of what
 * they are, and no value of a variable is among it but the number of processes.
 */
final class PodReducer {
    private static final Set<String> VARIABLES = Set.of("PET_NPROC_PER_NODE");
    private static final Set<String> ANNOTATIONS = Set.of("batch.kubernetes.io/job-completion-index");

    private PodReducer() {}

    /** Reduces in place a pod that nobody else has seen yet. */
    static Pod reduce(Pod pod) {
        @Nullable Map<String, String> annotations = pod.getMetadata().getAnnotations();
        if (annotations != null) {
            Map<String, String> kept = new LinkedHashMap<>(annotations);
            kept.keySet().retainAll(ANNOTATIONS);
            pod.getMetadata().setAnnotations(kept);
        }
        if (pod.getSpec() != null) {
            pod.setSpec(reduce(pod.getSpec()));
        }
        return pod;
    }

    private static PodSpec reduce(PodSpec spec) {
        return new PodSpecBuilder()
                .withNodeName(spec.getNodeName())
                .withSchedulerName(spec.getSchedulerName())
                .withSchedulingGates(spec.getSchedulingGates())
                .withInitContainers(reduce(spec.getInitContainers()))
                .withContainers(reduce(spec.getContainers()))
                .build();
    }

    private static List<Container> reduce(List<Container> containers) {
        return containers.stream().map(PodReducer::reduce).toList();
    }

    private static Container reduce(Container container) {
        List<EnvVar> variables = container.getEnv().stream()
                .filter(variable -> VARIABLES.contains(variable.getName()))
                .toList();
        return new ContainerBuilder()
                .withName(container.getName())
                .withImage(container.getImage())
                .withResources(container.getResources())
                .withRestartPolicy(container.getRestartPolicy())
                .withEnv(variables)
                .build();
    }
}
