package io.trainyard.plugins.torch;

import io.trainyard.spi.model.EnvironmentInjection;
import io.trainyard.spi.model.EnvironmentInjectionTarget;
import io.trainyard.spi.model.TorchPolicy;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One further container that gets the variables.
 *
 * @param jobName replicated job that the runtime names; empty where it names none
 * @param containerName container or init container that it names
 * @param place where that is; empty when the template has no such job or container
 */
record InjectionTarget(String jobName, String containerName, Optional<Place> place) {
    /**
     * A container of the template.
     *
     * @param podSet its replicated job
     * @param container the container or init container
     */
    record Place(PodSet podSet, ContainerView container) {
        boolean isInitContainer() {
            return podSet.container(container.name()).isEmpty();
        }
    }

    /** All containers that the runtime names, in its order; empty when it names none. */
    static List<InjectionTarget> resolve(TorchPolicy policy, RuntimeInfo info) {
        EnvironmentInjection injection = policy.envInjection();
        if (injection == null) {
            return List.of();
        }
        List<InjectionTarget> resolved = new ArrayList<>();
        for (EnvironmentInjectionTarget target : injection.targets()) {
            String jobName = target.jobName() == null ? "" : target.jobName();
            Optional<PodSet> job = info.podSet(jobName);
            for (String containerName : target.containerNames()) {
                resolved.add(new InjectionTarget(
                        jobName, containerName, job.flatMap(podSet -> podSet.containerOrInitContainer(containerName)
                                .map(container -> new Place(podSet, container)))));
            }
        }
        return resolved;
    }
}
