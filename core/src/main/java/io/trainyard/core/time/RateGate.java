package io.trainyard.core.time;

import io.trainyard.core.memory.BoundedCache;
import io.trainyard.core.memory.CacheOwner;
import io.trainyard.core.memory.Weight;
import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;

/** Lets so much through for each of many senders, and remembers only those who were here lately. For one thread. */
public final class RateGate {
    private final TimeSource time;
    private final double perNano;
    private final double burst;
    private final Duration untilFull;
    private final BoundedCache<String, Bucket> buckets;

    /**
     * @param owner of the senders that are remembered; the one that was quiet longest is forgotten first
     * @param perSecond how much each sender may in the long run
     * @param burst how much each may at once
     */
    public RateGate(CacheOwner owner, TimeSource time, double perSecond, int burst) {
        this.time = time;
        this.perNano = perSecond / 1e9;
        this.burst = burst;
        this.untilFull = Duration.ofNanos((long) (burst / perNano));
        this.buckets = new BoundedCache<>(owner, time, (sender, bucket) -> Weight.of(sender) + Weight.OBJECT);
    }

    /** What a sender has left. */
    private record Bucket(double tokens, long at) {}

    /** Whether one more may pass; it counts when it may. */
    public boolean passes(String sender) {
        long now = time.nanos();
        double tokens = buckets.get(sender)
                .map(bucket -> Math.min(burst, bucket.tokens() + (now - bucket.at()) * perNano))
                .orElse(burst);
        boolean passes = tokens >= 1;
        buckets.put(sender, new Bucket(passes ? tokens - 1 : tokens, now), untilFull);
        return passes;
    }

    /** One that passed does not count after all. */
    public void giveBack(String sender) {
        buckets.get(sender)
                .ifPresent(bucket ->
                        buckets.put(sender, new Bucket(Math.min(burst, bucket.tokens() + 1), bucket.at()), untilFull));
    }
}
