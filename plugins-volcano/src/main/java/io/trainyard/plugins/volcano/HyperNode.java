package io.trainyard.plugins.volcano;

import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import io.trainyard.spi.model.CustomObject;

/** A part of the network: nodes that are close together. */
@Group("topology.volcano.sh")
@Version("v1alpha1")
@Kind("HyperNode")
@Plural("hypernodes")
public final class HyperNode extends CustomObject<HyperNodeSpec, Void> {
    private static final long serialVersionUID = 1L;
}
