package io.trainyard.plugins.tensorflow;

import io.trainyard.spi.framework.RoleJobs;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.PodSet;
import java.util.Optional;

/**
 * A replicated job that takes part.
 *
 * @param role what it does
 * @param podSet its pods
 * @param count how many there will be; may be negative where nobody checked the TrainJob
 */
record RoleJob(Role role, PodSet podSet, int count) {
    /** The container that trains; empty where nothing tells which one it is. */
    Optional<ContainerView> container() {
        return RoleJobs.container(podSet);
    }

    /** Where the server of one pod is to be found, with its index as text or as a reference to a variable. */
    String server(String index, int port) {
        return RoleJobs.host(podSet, index) + ":" + port;
    }
}
