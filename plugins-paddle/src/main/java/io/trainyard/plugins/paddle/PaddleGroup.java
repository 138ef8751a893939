package io.trainyard.plugins.paddle;

import io.trainyard.spi.framework.FrameworkJob;
import io.trainyard.spi.framework.NodeCount;
import io.trainyard.spi.framework.RoleJobs;
import io.trainyard.spi.model.PaddlePolicy;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Who trains together: workers alone, or workers with masters, which are Paddle's parameter servers.
 *
 * @param master the masters; empty in collective training
 * @param worker the workers; empty where the runtime has none
 * @param port where the nodes meet
 */
record PaddleGroup(Optional<Role> master, Optional<Role> worker, int port) {
    private static final String MASTER = "master";
    private static final String WORKER = "worker";
    private static final int DEFAULT_PORT = 36543;

    /**
     * A replicated job that takes part.
     *
     * @param podSet its pods
     * @param count how many there will be; may be negative where nobody checked the TrainJob
     */
    record Role(PodSet podSet, int count) {
        /** The container that trains; empty where nothing tells which one it is. */
        Optional<ContainerView> container() {
            return RoleJobs.container(podSet);
        }

        /** Where one pod is to be found, with its index as text or as a reference to a variable. */
        String host(String index) {
            return RoleJobs.host(podSet, index);
        }
    }

    static PaddleGroup of(FrameworkJob<PaddlePolicy> job) {
        RuntimeInfo info = job.info();
        return new PaddleGroup(
                info.podSet(MASTER).map(podSet -> new Role(podSet, podSet.count())),
                info.podSet(WORKER)
                        .or(() -> info.trainerPodSet()
                                .filter(podSet -> !podSet.name().equals(MASTER)))
                        .map(podSet -> new Role(podSet, NodeCount.of(podSet, info))),
                job.policy().port() == null ? DEFAULT_PORT : job.policy().port());
    }

    /** True when there are parameter servers. */
    boolean hasMasters() {
        return master.isPresent();
    }

    /** All roles, masters first. */
    List<Role> roles() {
        return Stream.of(master, worker).flatMap(Optional::stream).toList();
    }

    /** The role whose first pod all others look for: the masters, else the workers. */
    Optional<Role> rendezvous() {
        return master.or(() -> worker);
    }

    /** Pods of all roles. */
    long pods() {
        return roles().stream().mapToLong(role -> Math.max(role.count(), 0)).sum();
    }
}
