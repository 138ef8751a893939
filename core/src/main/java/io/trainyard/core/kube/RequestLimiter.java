package io.trainyard.core.kube;

import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Lets requests pass in order, those of low priority after the others: each bucket holds {@code burst} tokens and gains {@code qps} a second, and only so many requests are under
 * way at once: always as many, or as many as the API server's answers allow. Never blocks; used on the owning event loop only.
 */
final class RequestLimiter {
    private static final int MAX_OVERTAKEN = 7;

    private final TimeSource time;
    private final double qps;
    private final int burst;
    private final int maxInFlight;
    private final boolean adaptive;
    private final LimitObserver observer;
    private final Map<String, Bucket> buckets = new HashMap<>();
    private final Deque<Ticket> admitted = new ArrayDeque<>();

    private final Deque<Ticket> lowPriority = new ArrayDeque<>();

    /** How many of the others have started in a row while something of low priority waited. */
    private int overtaken;

    private AdaptiveLimit limit;
    private boolean pauseTimerRuns;
    private int inFlight;

    RequestLimiter(TimeSource time, RequestLimits limits, LimitObserver observer) {
        this.time = time;
        this.qps = limits.qps();
        this.burst = Math.max(1, limits.burst());
        this.maxInFlight = limits.maxInFlight();
        this.adaptive = limits.adaptive();
        this.observer = observer;
        this.limit = AdaptiveLimit.startingAt(time.nanos(), maxInFlight);
        observer.allowed(maxInFlight);
    }

    /**
     * Queues a request.
     *
     * @param bucket whose tokens it needs; empty for none
     * @param start runs when the request may be sent; the caller owes one {@link #leave} for it
     */
    Ticket enter(String bucket, Runnable start) {
        return enter(bucket, new Ticket(start, time.nanos(), admitted));
    }

    /** Queues a request that others overtake, but for one in eight: however many of these somebody causes, they delay nothing else for long. */
    Ticket enterWithLowPriority(String bucket, Runnable start) {
        return enter(bucket, new Ticket(start, time.nanos(), lowPriority));
    }

    private Ticket enter(String bucket, Ticket ticket) {
        if (qps == 0 || bucket.isEmpty()) {
            admit(ticket);
        } else {
            buckets.computeIfAbsent(bucket, name -> new Bucket()).enter(ticket);
        }
        ticket.waits = !ticket.started;
        return ticket;
    }

    /**
     * Queues one more attempt of a request that has left: before all others, since it has waited for its turn already.
     *
     * @param start as for {@link #enter}
     */
    Ticket enterAgain(Runnable start) {
        var ticket = new Ticket(start, time.nanos(), admitted);
        admitted.addFirst(ticket);
        startAdmitted();
        ticket.waits = !ticket.started;
        return ticket;
    }

    /** The API server asked for less; without effect on a fixed limit. */
    void refused(Duration retryAfter) {
        observer.refused();
        if (adaptive) {
            change(limit.refused(time.nanos(), retryAfter));
        }
    }

    /** The API server answered, so long after the request was sent; without effect on a fixed limit. */
    void answered(Duration took) {
        if (adaptive) {
            change(limit.answered(time.nanos(), took));
        }
    }

    private void change(AdaptiveLimit changed) {
        if (changed.requests() != limit.requests()) {
            observer.allowed(changed.requests());
        }
        limit = changed;
        startAdmitted();
    }

    /** A request that was started is over. */
    void leave() {
        inFlight--;
        startAdmitted();
    }

    int inFlight() {
        return inFlight;
    }

    private void admit(Ticket ticket) {
        ticket.line.add(ticket);
        startAdmitted();
    }

    private void startAdmitted() {
        while (inFlight < limit.requests()) {
            Deque<Ticket> line = nextLine();
            if (line.isEmpty()) {
                return;
            }
            long pause = limit.pause(time.nanos());
            if (pause > 0) {
                startAfter(pause);
                return;
            }
            Ticket next = line.remove();
            overtaken = line == admitted && !lowPriority.isEmpty() ? overtaken + 1 : 0;
            next.started = true;
            inFlight++;
            if (next.waits) {
                observer.waited(Duration.ofNanos(time.nanos() - next.entered));
            }
            next.start.run();
        }
    }

    /** Where the next request waits; empty when none does. */
    private Deque<Ticket> nextLine() {
        removeCancelled(admitted);
        removeCancelled(lowPriority);
        boolean others = admitted.isEmpty() || overtaken == MAX_OVERTAKEN;
        return others && !lowPriority.isEmpty() ? lowPriority : admitted;
    }

    private static void removeCancelled(Deque<Ticket> line) {
        while (!line.isEmpty() && line.peek().cancelled) {
            line.remove();
        }
    }

    private void startAfter(long pause) {
        if (!pauseTimerRuns) {
            pauseTimerRuns = true;
            time.after(Duration.ofNanos(pause), () -> {
                pauseTimerRuns = false;
                startAdmitted();
            });
        }
    }

    /** A request that waits, or waited. */
    static final class Ticket {
        private final Runnable start;
        private final long entered;
        private final Deque<Ticket> line;
        private boolean waits;
        private boolean cancelled;
        private boolean started;

        private Ticket(Runnable start, long entered, Deque<Ticket> line) {
            this.start = start;
            this.entered = entered;
            this.line = line;
        }

        /** Gives up waiting; without effect once the request has started. */
        void cancel() {
            cancelled = true;
        }

        boolean isStarted() {
            return started;
        }
    }

    /** Tokens are counted when somebody asks, not by a ticking timer. */
    private final class Bucket {
        private final Deque<Ticket> waiting = new ArrayDeque<>();
        private double tokens = burst;
        private long countedAt = time.nanos();
        private boolean timerRuns;

        void enter(Ticket ticket) {
            waiting.add(ticket);
            serve();
        }

        private void serve() {
            refill();
            while (!waiting.isEmpty()) {
                if (waiting.peek().cancelled) {
                    waiting.remove();
                } else if (tokens >= 1) {
                    tokens--;
                    admit(waiting.remove());
                } else {
                    wakeLater();
                    return;
                }
            }
        }

        private void refill() {
            long now = time.nanos();
            tokens = Math.min(burst, tokens + (now - countedAt) * qps / 1e9);
            countedAt = now;
        }

        private void wakeLater() {
            if (timerRuns) {
                return;
            }
            timerRuns = true;
            // One nanosecond more, so that rounding never wakes us for 0.9999 tokens.
            long nanos = (long) Math.ceil((1 - tokens) / qps * 1e9) + 1;
            time.after(Duration.ofNanos(nanos), () -> {
                timerRuns = false;
                serve();
            });
        }
    }
}
