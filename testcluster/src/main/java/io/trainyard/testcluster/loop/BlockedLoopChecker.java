package io.trainyard.testcluster.loop;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.SingleThreadEventExecutor;
import io.netty.util.concurrent.ThreadProperties;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Watches all event loops of a Vert.x from a thread of its own, and remembers where they were blocked: for tests, which fail when there is
 * anything to remember. Starts the threads of all loops.
 */
public final class BlockedLoopChecker implements AutoCloseable {
    private static final int TICKS = 10;

    private final List<Block> blocks = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService watcher = Executors.newSingleThreadScheduledExecutor(task -> {
        var thread = new Thread(task, "loop-watch");
        thread.setDaemon(true);
        return thread;
    });

    private BlockedLoopChecker() {}

    /**
     * A loop that did not come back in time.
     *
     * @param thread its name
     * @param stack where it was, innermost first
     */
    public record Block(String thread, List<StackTraceElement> stack) {
        public Block {
            stack = List.copyOf(stack);
        }

        @Override
        public String toString() {
            return stack.stream()
                    .map(frame -> "\n    at " + frame)
                    .collect(Collectors.joining("", thread + " was blocked", ""));
        }
    }

    /**
     * Begins to watch.
     *
     * @param limit how long a loop may be in one handler; at least 10 ms
     */
    public static BlockedLoopChecker over(Vertx vertx, Duration limit) {
        if (limit.toMillis() < TICKS) {
            throw new IllegalArgumentException("limit must be at least " + TICKS + " ms, not " + limit);
        }
        var watch = new BlockedLoopChecker();
        List<LoopHeartbeat> pulses = new ArrayList<>();
        @SuppressWarnings("deprecation") // Vert.x 4 has no other way to all of its event loops.
        Iterable<EventExecutor> loops = vertx.nettyEventLoopGroup();
        for (EventExecutor loop : loops) {
            pulses.add(new LoopHeartbeat(loop, () -> where(loop), TICKS, watch.blocks::add));
        }
        // A fixed delay and not a fixed rate: after a pause of the machine nothing is made up for.
        watch.watcher.scheduleWithFixedDelay(
                () -> pulses.forEach(LoopHeartbeat::tick), 0, limit.toMillis() / TICKS, TimeUnit.MILLISECONDS);
        return watch;
    }

    private static Block where(EventExecutor loop) {
        ThreadProperties thread = ((SingleThreadEventExecutor) loop).threadProperties();
        return new Block(thread.name(), List.of(thread.stackTrace()));
    }

    /** What was found up to now; empty when no loop was blocked. */
    public List<Block> blocks() {
        return List.copyOf(blocks);
    }

    /** Ends the watch. What was found can still be read. */
    @Override
    public void close() {
        watcher.shutdownNow();
    }
}
