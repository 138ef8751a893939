package io.trainyard.core.queue;

import java.util.Optional;

/** Keys that are ready, in the order in which they are served. Every call costs the same however many there are. */
interface ReadyLine<K> {
    void add(Entry<K> entry);

    /** Without effect when it does not wait here. */
    void remove(Entry<K> entry);

    /** Takes the key whose turn it is; empty when none waits. */
    Optional<Entry<K>> poll();

    boolean isEmpty();
}
