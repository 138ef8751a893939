package io.trainyard.core.time;

import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Values that are forgotten after a while, and no more of them than a limit: the least recently used goes first. Asks for nothing itself. For one thread. */
public final class ExpiringCache<K, V> {
    private record Entry<V>(V value, long expiry) {}

    private final TimeSource time;
    private final Map<K, Entry<V>> entries;

    /** Holds at most so many values. */
    public ExpiringCache(TimeSource time, int most) {
        this.time = time;
        this.entries = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, Entry<V>> eldest) {
                return size() > most;
            }
        };
    }

    /** The value, if there is one that is not too old. */
    public Optional<V> get(K key) {
        Entry<V> entry = entries.get(key);
        if (entry == null) {
            return Optional.empty();
        }
        if (time.nanos() - entry.expiry() >= 0) {
            entries.remove(key);
            return Optional.empty();
        }
        return Optional.of(entry.value());
    }

    /** Remembers a value for so long. */
    public void put(K key, V value, Duration lifetime) {
        entries.put(key, new Entry<>(value, time.nanos() + lifetime.toNanos()));
    }
}
