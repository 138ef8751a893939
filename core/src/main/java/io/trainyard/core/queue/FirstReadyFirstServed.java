package io.trainyard.core.queue;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** A plain queue, from which a key may also leave in the middle. */
final class FirstReadyFirstServed<K> implements ReadyLine<K> {
    private final Set<Entry<K>> entries = new LinkedHashSet<>();

    @Override
    public void add(Entry<K> entry) {
        entries.add(entry);
    }

    @Override
    public void remove(Entry<K> entry) {
        entries.remove(entry);
    }

    @Override
    public Optional<Entry<K>> poll() {
        Iterator<Entry<K>> first = entries.iterator();
        if (!first.hasNext()) {
            return Optional.empty();
        }
        Entry<K> taken = first.next();
        first.remove();
        return Optional.of(taken);
    }

    @Override
    public boolean isEmpty() {
        return entries.isEmpty();
    }
}
