package io.trainyard.local.kubelet.streaming;

import io.vertx.core.Future;
import io.vertx.core.net.SocketAddress;
import java.util.Optional;

/** Knows where the ports of the pods of a node are. */
@FunctionalInterface
public interface PodAddresses {
    /** Where a port of a pod is reached; empty when no such pod runs here. Does not block; completes on the context of the caller. */
    Future<Optional<SocketAddress>> find(String namespace, String pod, int port);
}
