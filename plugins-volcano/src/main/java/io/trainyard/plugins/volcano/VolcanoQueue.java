package io.trainyard.plugins.volcano;

import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import io.trainyard.spi.model.CustomObject;

/** A queue, of which its place, its limits and its state are read. */
@Group("scheduling.volcano.sh")
@Version("v1beta1")
@Kind("Queue")
@Plural("queues")
public final class VolcanoQueue extends CustomObject<VolcanoQueueSpec, QueueStatus> {
    private static final long serialVersionUID = 1L;
}
