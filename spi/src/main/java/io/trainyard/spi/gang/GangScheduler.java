package io.trainyard.spi.gang;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.spi.Permission;
import java.util.List;
import java.util.Optional;

/**
 * What every gang scheduler needs from the host. While its kind of PodGroup is not installed, a TrainJob that selects it is refused with a clear
 * message, and looked at again as soon as it is. Pods that name no scheduler get this one; pods that name another
 * one give a warning at admission; the pods of a JobSet that exists keep theirs.
 *
 * @param podGroup the kind that it reads, with the fabric8 annotations for group, version and plural
 * @param schedulerNames names under which the scheduler may run; empty when they are not known, and then nobody is warned
 * @param injectedName the one that pods without a scheduler get; empty to leave them as they are
 */
public record GangScheduler(
        Class<? extends HasMetadata> podGroup, List<String> schedulerNames, Optional<String> injectedName) {
    public GangScheduler {
        schedulerNames = List.copyOf(schedulerNames);
    }

    /** A scheduler whose first name is given to pods, if {@code inject}. */
    public static GangScheduler named(
            Class<? extends HasMetadata> podGroup, List<String> schedulerNames, boolean inject) {
        return new GangScheduler(
                podGroup, schedulerNames, inject ? schedulerNames.stream().findFirst() : Optional.empty());
    }

    /** What the host itself reads when a gang scheduler is in use; part of what each plugin declares. */
    public static List<Permission> hostPermissions() {
        return List.of(
                Permission.toWatch("", "limitranges"),
                Permission.toWatch("node.k8s.io", "runtimeclasses").ofCluster());
    }
}
