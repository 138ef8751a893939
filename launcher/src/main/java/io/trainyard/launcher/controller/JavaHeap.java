package io.trainyard.launcher.controller;

import io.vertx.core.Context;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/** The heap that this process has. */
final class JavaHeap implements SpareHeap.Heap {
    private final Context context;

    /** @param context of the event loop that asks */
    JavaHeap(Context context) {
        this.context = context;
    }

    @Override
    public long committed() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getCommitted();
    }

    @Override
    public long collections() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }

    @Override
    public void collect(Runnable done) {
        context.executeBlocking(
                        () -> {
                            System.gc();
                            return true;
                        },
                        false)
                .onComplete(collected -> done.run());
    }
}
