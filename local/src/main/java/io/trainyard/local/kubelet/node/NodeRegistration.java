package io.trainyard.local.kubelet.node;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.DeleteOptions;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the Node object, keeps its lease fresh and its status true, and clears up at the end. As every kubelet does, it renews the
 * lease all the time but writes the status only when it has changed, or has not been written for long. On the event loop.
 */
public final class NodeRegistration {
    private static final Logger LOG = LoggerFactory.getLogger(NodeRegistration.class);
    private static final Duration LEASE_RENEW_INTERVAL = Duration.ofSeconds(10);
    private static final Duration STATUS_REPORT_INTERVAL = Duration.ofMinutes(5);
    private static final long LEASE_SECONDS = 40;
    private static final String LEASE_NAMESPACE = "kube-node-lease";
    private static final Resource LEASES = new Resource("coordination.k8s.io", "v1", "leases");
    private static final WriteOptions AS_KUBELET = WriteOptions.as("kubelet");
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private final ApiClient client;
    private final TimeSource time;
    private final NodeObject node;
    private TimeSource.@Nullable Cancellable next;
    private Instant written = Instant.MIN;
    private boolean made;
    private boolean stopped;

    /** Nothing is written before {@link #start}. */
    public NodeRegistration(ApiClient client, TimeSource time, NodeObject node) {
        this.client = client;
        this.time = time;
        this.node = node;
    }

    /** Registers the node; completes when it is there and ready. */
    public Future<Void> start() {
        return client.create(Resource.NODES, node.object(), AS_KUBELET)
                .<Void>map(created -> {
                    made = true;
                    return null;
                })
                .recover(cause -> cause instanceof ApiException problem && problem.isAlreadyExists()
                        ? Future.succeededFuture()
                        : Future.failedFuture(cause))
                .compose(there -> heartbeat())
                .onSuccess(ready -> schedule());
    }

    private void schedule() {
        if (!stopped) {
            next = time.after(LEASE_RENEW_INTERVAL, () -> heartbeat().onComplete(outcome -> {
                if (outcome.failed()) {
                    LOG.warn(
                            "the node {} was not renewed; trying again: {}",
                            node.name(),
                            outcome.cause().toString());
                }
                schedule();
            }));
        }
    }

    private Future<Void> heartbeat() {
        Instant now = time.now();
        boolean due = written.isBefore(now.minus(STATUS_REPORT_INTERVAL));
        Future<Void> status = due ? writeStatus(true, now) : Future.succeededFuture();
        return status.compose(nothing -> renewLease(now));
    }

    private Future<Void> writeStatus(boolean ready, Instant now) {
        Map<String, Object> patch = Tree.of("status", node.status(ready, now));
        return client.patchStatus(Resource.NODES, "", node.name(), PatchType.STRATEGIC, patch, AS_KUBELET)
                .<Void>mapEmpty()
                .onSuccess(nothing -> written = now);
    }

    private Future<Void> renewLease(Instant now) {
        Map<String, Object> lease = Tree.of("apiVersion", "coordination.k8s.io/v1", "kind", "Lease");
        lease.put("metadata", Tree.of("namespace", LEASE_NAMESPACE, "name", node.name()));
        Map<String, Object> spec = Tree.of("holderIdentity", node.name(), "leaseDurationSeconds", LEASE_SECONDS);
        spec.put("renewTime", MICROS.format(now));
        lease.put("spec", spec);
        return client.apply(LEASES, lease, AS_KUBELET.forced()).mapEmpty();
    }

    /** The kubelet stops: removes the node, or says that it is not ready any more. Never fails; what goes wrong is logged. */
    public Future<Void> stop() {
        stopped = true;
        if (next != null) {
            next.cancel();
        }
        if (written.equals(Instant.MIN)) {
            return Future.succeededFuture();
        }
        Future<Void> left = made
                ? client.delete(Resource.NODES, "", node.name(), DeleteOptions.DEFAULT)
                        .compose(gone -> client.delete(LEASES, LEASE_NAMESPACE, node.name(), DeleteOptions.DEFAULT))
                        .mapEmpty()
                : writeStatus(false, time.now());
        return left.recover(cause -> {
            LOG.warn("the node {} was not signed off: {}", node.name(), cause.getMessage());
            return Future.succeededFuture();
        });
    }
}
