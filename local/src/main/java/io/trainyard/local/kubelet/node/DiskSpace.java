package io.trainyard.local.kubelet.node;

import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.nio.file.Path;

/** Whether there is space left where pods write to. */
public final class DiskSpace {
    private static final long MIN_FREE_BYTES = 64L << 20;

    private final WorkerExecutor workers;
    private final Path folder;

    /**
     * The space in a folder.
     *
     * @param workers do what blocks
     * @param folder exists
     */
    public DiskSpace(WorkerExecutor workers, Path folder) {
        this.workers = workers;
        this.folder = folder;
    }

    /** Whether logs and volumes will soon fail to be written. Does not block. */
    Future<Boolean> isNearlyFull() {
        return workers.executeBlocking(() -> folder.toFile().getUsableSpace() < MIN_FREE_BYTES, false);
    }
}
