package io.trainyard.plugins.volcano;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import io.trainyard.spi.model.CustomObject;

/** Volcano's PodGroup. What we write has no status: the kind has no subresource for it, so a status would replace the scheduler's. */
@Group("scheduling.volcano.sh")
@Version("v1beta1")
@Kind("PodGroup")
@Plural("podgroups")
public final class VolcanoPodGroup extends CustomObject<PodGroupSpec, PodGroupStatus> implements Namespaced {
    private static final long serialVersionUID = 1L;
}
