package io.trainyard.testcluster.faults;

import java.util.Collection;
import java.util.function.Function;
import java.util.function.Predicate;

/** Watches that stand still: their connections live, and nothing comes. New watches stand still, too, until the end of this. For any thread. */
public final class WatchHold {
    private final Predicate<ApiCall> watches;
    private final Function<Runnable, Runnable> onLoop;
    private final Collection<WatchStream> open;
    private volatile boolean over;

    /**
     * @param open all open watches; changed on the event loop only
     * @param onLoop makes of a task one that runs on the event loop and waits for its end
     */
    WatchHold(Predicate<ApiCall> watches, Collection<WatchStream> open, Function<Runnable, Runnable> onLoop) {
        this.watches = watches;
        this.open = open;
        this.onLoop = onLoop;
    }

    boolean isFor(ApiCall call) {
        return !over && watches.test(call);
    }

    /** How many events, bookmarks among them, are kept back at this moment. */
    public int held() {
        return open.stream()
                .filter(stream -> watches.test(stream.call()))
                .mapToInt(WatchStream::held)
                .sum();
    }

    /** Delivers what was kept back, in its order. */
    public void release() {
        end(WatchStream::release);
    }

    /** Nobody will ever hear what was kept back: the watches end with the error 410, so that the client has to list again. */
    public void expire() {
        end(WatchStream::expire);
    }

    private void end(java.util.function.Consumer<WatchStream> what) {
        over = true;
        onLoop.apply(() -> open.stream()
                        .filter(stream -> watches.test(stream.call()))
                        .toList()
                        .forEach(what))
                .run();
    }
}
