package io.trainyard.plugins.kai;

import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import io.trainyard.spi.model.CustomObject;

/** A topology of the network, of which only the existence is read. */
@Group("kai.scheduler")
@Version("v1alpha1")
@Kind("Topology")
@Plural("topologies")
public final class KaiTopology extends CustomObject<Void, Void> {
    private static final long serialVersionUID = 1L;
}
