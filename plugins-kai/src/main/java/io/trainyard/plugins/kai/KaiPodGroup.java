package io.trainyard.plugins.kai;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import io.trainyard.spi.model.CustomObject;

/** KAI's PodGroup. Only what we own is ever sent: KAI's components keep fields and annotations of their own on it. */
@Group("scheduling.run.ai")
@Version("v2alpha2")
@Kind("PodGroup")
@Plural("podgroups")
public final class KaiPodGroup extends CustomObject<PodGroupSpec, PodGroupStatus> implements Namespaced {
    private static final long serialVersionUID = 1L;
}
