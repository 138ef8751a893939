package io.trainyard.core.memory;

import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToIntBiFunction;

/**
 * Remembers values for a while, and no more bytes of them than its owner may: what was used longest ago makes room. Everything that lives as long as the
 * process and grows by what others send is such a cache. For any thread.
 *
 * @param <K> by what a value is found; checked before it comes here
 * @param <V> what is remembered
 */
public final class BoundedCache<K, V> {
    private record Entry<V>(V value, int bytes, long expiry) {}

    private final CacheOwner owner;
    private final TimeSource time;
    private final ToIntBiFunction<? super K, ? super V> bytes;
    private final Consumer<? super V> forgotten;
    private final Map<K, Entry<V>> entries = new LinkedHashMap<>(16, 0.75f, true);
    private long used;

    /**
     * Remembers nothing yet.
     *
     * @param bytes about how much memory a key and its value take, see {@link Weight}; what the cache itself takes is added
     */
    public BoundedCache(CacheOwner owner, TimeSource time, ToIntBiFunction<? super K, ? super V> bytes) {
        this(owner, time, bytes, value -> {});
    }

    /**
     * The same, for values that need an end when they are forgotten.
     *
     * @param forgotten called with each value that is too old or makes room, by the thread that brings or asks for another; not with one that is removed,
     *     replaced or too large
     */
    public BoundedCache(
            CacheOwner owner,
            TimeSource time,
            ToIntBiFunction<? super K, ? super V> bytes,
            Consumer<? super V> forgotten) {
        this.owner = owner;
        this.time = time;
        this.bytes = bytes;
        this.forgotten = forgotten;
    }

    /** The value, if there is one that is not too old. */
    public synchronized Optional<V> get(K key) {
        forgetOld();
        return Optional.ofNullable(entries.get(key))
                .filter(entry -> time.nanos() - entry.expiry() < 0)
                .map(Entry::value);
    }

    /** Remembers a value for so long, in place of what was under this key before. One that is larger than everything the owner may remember is not remembered. */
    public synchronized void put(K key, V value, Duration lifetime) {
        int added = Weight.ENTRY + bytes.applyAsInt(key, value);
        remove(key);
        if (added <= owner.maxBytes()) {
            entries.put(key, new Entry<>(value, added, time.nanos() + lifetime.toNanos()));
            count(added);
        }
        forgetOld();
    }

    /** Remembers nothing under this key any more. */
    public synchronized void remove(K key) {
        Entry<V> before = entries.remove(key);
        count(before == null ? 0 : -before.bytes());
    }

    /** All remembered values, some of which may be too old; the value that was used longest ago comes first. */
    public synchronized List<V> values() {
        forgetOld();
        return entries.values().stream().map(Entry::value).toList();
    }

    private void forgetOld() {
        Iterator<Entry<V>> eldest = entries.values().iterator();
        while (eldest.hasNext()) {
            Entry<V> entry = eldest.next();
            if (used <= owner.maxBytes() && time.nanos() - entry.expiry() < 0) {
                return;
            }
            eldest.remove();
            count(-entry.bytes());
            forgotten.accept(entry.value());
        }
    }

    private void count(int added) {
        used += added;
        owner.count(added);
    }
}
