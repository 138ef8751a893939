package io.trainyard.core.apply;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What was added last; the oldest is forgotten when there is no room. Lives on one event loop.
 *
 * @param <E> what is remembered
 */
public final class RecentSet<E> {
    private final Set<E> elements;

    /** Remembers nothing yet, and so many at most. */
    public RecentSet(int room) {
        elements = Collections.newSetFromMap(new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<E, Boolean> eldest) {
                return size() > room;
            }
        });
    }

    /** Remembers an element; one that is known keeps its age. */
    public void add(E element) {
        elements.add(element);
    }

    /** Whether it was added and is not forgotten. */
    public boolean contains(E element) {
        return elements.contains(element);
    }
}
