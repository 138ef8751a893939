package io.trainyard.plugins.tensorflow;

import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.PodSet;
import java.util.List;
import java.util.Optional;

/**
 * A replicated job that takes part.
 *
 * @param role what it does
 * @param podSet its pods
 * @param count how many there will be; may be negative where nobody checked the TrainJob
 */
record RoleJob(Role role, PodSet podSet, int count) {
    /** The container that trains: the one that the TrainJob configures; in a job without label {@code node}, {@code trainer}, or the only one. */
    Optional<ContainerView> container() {
        List<ContainerView> all = podSet.containers();
        return podSet.trainerContainer()
                .or(() -> podSet.container(TrainerApi.NODE))
                .or(() -> podSet.container(TrainerApi.ANCESTOR_TRAINER))
                .or(() -> all.size() == 1 ? Optional.of(all.get(0)) : Optional.empty());
    }

    /** Where the server of one pod is to be found, with its index as text or as a reference to a variable. */
    String server(String index, int port) {
        String first = podSet.hostName(0, 0);
        return first.substring(0, first.length() - 1) + index + "." + podSet.subdomain() + ":" + port;
    }
}
