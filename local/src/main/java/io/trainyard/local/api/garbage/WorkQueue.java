package io.trainyard.local.api.garbage;

import io.trainyard.local.api.request.StoreLoop;
import io.trainyard.local.time.TimeSource;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keys to look at soon: never while the write is still going on that made them worth a look, each only once however often it is added, and
 * again later when the look fails.
 */
final class WorkQueue {
    private static final Logger LOG = LoggerFactory.getLogger(WorkQueue.class);
    private static final Duration RETRY = Duration.ofMillis(500);

    private final StoreLoop loop;
    private final TimeSource time;
    private final Function<String, Future<Void>> work;
    private final Set<String> waiting = new LinkedHashSet<>();
    private final Set<String> running = new HashSet<>();
    private boolean scheduled;

    /** The work is done for one key at a time and for several keys at once. */
    WorkQueue(StoreLoop loop, TimeSource time, Function<String, Future<Void>> work) {
        this.loop = loop;
        this.time = time;
        this.work = work;
    }

    void add(String key) {
        if (waiting.add(key)) {
            schedule();
        }
    }

    private void schedule() {
        if (!scheduled) {
            scheduled = true;
            loop.defer(this::drain);
        }
    }

    private void drain() {
        scheduled = false;
        List<String> ready = new ArrayList<>(waiting);
        ready.removeAll(running);
        for (String key : ready) {
            waiting.remove(key);
            running.add(key);
            work.apply(key).onComplete(result -> loop.execute(() -> finish(key, result.cause())));
        }
    }

    private void finish(String key, @Nullable Throwable failure) {
        running.remove(key);
        if (failure != null) {
            LOG.debug("will be retried: {}", failure.getMessage());
            time.after(RETRY, () -> add(key));
        } else if (waiting.contains(key)) {
            schedule();
        }
    }
}
