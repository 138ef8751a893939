package io.trainyard.plugins.coscheduling;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import io.trainyard.spi.model.CustomObject;

/** The PodGroup of scheduler-plugins, one of several kinds of that name. What its status says is for people: nothing of it is read here. */
@Group("scheduling.x-k8s.io")
@Version("v1alpha1")
@Kind("PodGroup")
@Plural("podgroups")
public final class CoschedulingPodGroup extends CustomObject<CoschedulingPodGroupSpec, Void> implements Namespaced {
    private static final long serialVersionUID = 1L;
}
