package io.trainyard.core.time;

import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.time.Blocking;
import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An event loop on the thread that waits for a result: for commands that do one thing and end, where starting Vert.x would cost more than the
 * work. Tasks, timers and the end of {@link #run} all happen on that one thread.
 */
@Blocking("commands that end have nothing else to do")
public final class CallerLoop implements TimeSource, Executor {
    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>(Comparator.comparingLong(Timer::dueNanos));
    private volatile @Nullable Thread owner;

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    /** Runs a task at once on the loop's own thread, else on the loop's next round. */
    @Override
    public void execute(Runnable task) {
        if (Thread.currentThread() == owner) {
            task.run();
        } else {
            tasks.add(task);
        }
    }

    @Override
    public TimeSource.Cancellable after(Duration delay, Runnable task) {
        Timer timer = new Timer(System.nanoTime() + delay.toNanos(), task);
        execute(() -> timers.add(timer));
        return () -> execute(() -> timers.remove(timer));
    }

    /**
     * Subscribes, and serves tasks and timers until there is a result. Not to be nested.
     *
     * @throws RuntimeException the failure, if that is the result; wrapped when it is a checked one
     * @throws InterruptedException when the thread is interrupted; the subscription is cancelled then
     */
    public <T extends @Nullable Object> T run(Uni<T> work) throws InterruptedException {
        owner = Thread.currentThread();
        Result<T> result = new Result<>();
        try {
            var subscription = work.subscribe()
                    .with(
                            item -> execute(() -> result.complete(item, null)),
                            failure -> execute(() -> result.complete(null, failure)));
            try {
                while (!result.done) {
                    serve();
                }
            } catch (InterruptedException interrupted) {
                subscription.cancel();
                throw interrupted;
            }
        } finally {
            owner = null;
        }
        return result.get();
    }

    private void serve() throws InterruptedException {
        Timer timer = timers.peek();
        Runnable task = timer == null
                ? tasks.take()
                : tasks.poll(Math.max(0, timer.dueNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        if (task != null) {
            task.run();
        } else if (timer != null) {
            timers.remove(timer);
            timer.task.run();
        }
    }

    private static final class Timer {
        private final long dueNanos;
        private final Runnable task;

        Timer(long dueNanos, Runnable task) {
            this.dueNanos = dueNanos;
            this.task = task;
        }

        long dueNanos() {
            return dueNanos;
        }
    }

    /** Touched by the loop's thread only. */
    private static final class Result<T extends @Nullable Object> {
        private boolean done;
        private @Nullable T item;
        private @Nullable Throwable failure;

        void complete(@Nullable T newItem, @Nullable Throwable newFailure) {
            done = true;
            item = newItem;
            failure = newFailure;
        }

        @SuppressWarnings("NullAway")
        T get() {
            if (failure instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure != null) {
                throw new IllegalStateException(failure);
            }
            return item;
        }
    }
}
