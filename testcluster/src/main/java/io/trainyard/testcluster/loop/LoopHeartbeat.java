package io.trainyard.testcluster.loop;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Feels the pulse of one event loop. Time is counted in ticks of the one who feels: if the whole machine stands still, both do, and nobody is
 * blamed. {@link #tick} belongs to one thread.
 */
public final class LoopHeartbeat {
    private static final int SELECTOR_DEPTH = 8;

    private final Executor loop;
    private final Supplier<BlockedLoopChecker.Block> where;
    private final int limit;
    private final Consumer<BlockedLoopChecker.Block> listener;
    private volatile boolean waiting;
    private int missed;

    /**
     * @param where looks where the loop is at this moment; on the thread that ticks
     * @param limit how many ticks without an answer are a block
     * @param listener told once for each block, while it lasts
     */
    public LoopHeartbeat(
            Executor loop,
            Supplier<BlockedLoopChecker.Block> where,
            int limit,
            Consumer<BlockedLoopChecker.Block> listener) {
        this.loop = loop;
        this.where = where;
        this.limit = limit;
        this.listener = listener;
    }

    public void tick() {
        if (!waiting) {
            waiting = true;
            missed = 0;
            loop.execute(() -> waiting = false);
        } else if (++missed == limit) {
            report(where.get());
        }
    }

    private void report(BlockedLoopChecker.Block block) {
        if (isSelecting(block.stack())) {
            // Woken, but not yet given a processor: a busy machine, not a busy loop.
            missed = 0;
        } else {
            listener.accept(block);
        }
    }

    private static boolean isSelecting(List<StackTraceElement> stack) {
        return stack.stream()
                .limit(SELECTOR_DEPTH)
                .anyMatch(frame -> frame.getClassName().startsWith("sun.nio.ch.")
                        && frame.getMethodName().contains("lockAndDoSelect"));
    }
}
