package io.trainyard.plugins.kai;

import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import io.trainyard.spi.model.CustomObject;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A queue, of which only the children are read. */
@Group("scheduling.run.ai")
@Version("v2")
@Kind("Queue")
@Plural("queues")
public final class KaiQueue extends CustomObject<Void, QueueStatus> {
    private static final long serialVersionUID = 1L;

    /** Names of the queues below it, for a message; empty for a leaf, and only leaves take jobs. */
    Optional<String> children() {
        @Nullable QueueStatus status = getStatus();
        return status == null || status.childQueues().isEmpty()
                ? Optional.empty()
                : Optional.of(String.join(", ", status.childQueues()));
    }
}
