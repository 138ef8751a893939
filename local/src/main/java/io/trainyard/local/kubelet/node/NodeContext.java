package io.trainyard.local.kubelet.node;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.record.EventRecorder;
import io.trainyard.local.kubelet.gpu.GpuPool;
import io.trainyard.local.kubelet.image.ImageTable;
import io.trainyard.local.kubelet.logs.PodLogs;
import io.trainyard.local.kubelet.naming.AddressBlock;
import io.trainyard.local.kubelet.naming.AddressBook;
import io.trainyard.local.kubelet.naming.PortMap;
import io.trainyard.local.kubelet.options.KubeletOptions;
import io.trainyard.local.kubelet.probe.ActionRunner;
import io.trainyard.local.kubelet.process.ContainerExecutor;
import io.trainyard.local.kubelet.volume.MountLinks;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * What all pods of a node share. The mutable parts belong to the event loop of the kubelet.
 *
 * @param host variables of this process that pods may get
 * @param shell all variables of this process, for programs of the user's own
 * @param capacity of the node, by resource
 */
public record NodeContext(
        KubeletOptions options,
        ApiClient client,
        TimeSource time,
        WorkerExecutor workers,
        ContainerExecutor executor,
        AddressBlock block,
        AddressBook addresses,
        PortMap ports,
        GpuPool gpus,
        ImageTable images,
        ActionRunner actions,
        EventRecorder events,
        OwnerFinder owners,
        PathNotice pathNotice,
        PodLogs logs,
        MountLinks links,
        Map<String, String> host,
        Map<String, String> shell,
        Map<String, String> capacity) {
    /** The address of the machine, as its pods see it. */
    public static final String HOST_ADDRESS = "127.0.0.1";

    /** What time it is. */
    public Instant now() {
        return time.now();
    }

    /** Runs something that blocks; the result comes back on the event loop. */
    public <T> Future<T> blocking(Callable<T> work) {
        return workers.executeBlocking(work, false);
    }

    /** As {@link #blocking}, but after all that was given to this method before. */
    public <T> Future<T> blockingInOrder(Callable<T> work) {
        return workers.executeBlocking(work, true);
    }
}
