package io.trainyard.core.kube;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntBiFunction;

/**
 * Remembers what was used last, as much of it as there is room for. What is heavier than all that is not remembered. For any thread.
 *
 * @param <K> by what it is found
 * @param <V> what is remembered
 */
public final class WeightedCache<K, V> {
    private final int room;
    private final ToIntBiFunction<K, V> weight;
    private final Map<K, V> entries = new LinkedHashMap<>(64, 0.75f, true);
    private long used;

    /**
     * Remembers nothing yet.
     *
     * @param room the sum of all weights
     * @param weight of one entry; the same whenever it is asked for
     */
    public WeightedCache(int room, ToIntBiFunction<K, V> weight) {
        this.room = room;
        this.weight = weight;
    }

    /** What was remembered last under this key, unless it had to make room. */
    public synchronized Optional<V> find(K key) {
        return Optional.ofNullable(entries.get(key));
    }

    /** Remembers something, in place of what was under this key before. */
    public synchronized void remember(K key, V value) {
        V before = entries.remove(key);
        used -= before == null ? 0 : weight.applyAsInt(key, before);
        int added = weight.applyAsInt(key, value);
        if (added > room) {
            return;
        }
        entries.put(key, value);
        used += added;
        Iterator<Map.Entry<K, V>> eldest = entries.entrySet().iterator();
        while (used > room) {
            Map.Entry<K, V> next = eldest.next();
            used -= weight.applyAsInt(next.getKey(), next.getValue());
            eldest.remove();
        }
    }

    /** How many things are remembered. */
    public synchronized int size() {
        return entries.size();
    }
}
