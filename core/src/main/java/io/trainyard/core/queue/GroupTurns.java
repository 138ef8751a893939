package io.trainyard.core.queue;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Groups take turns, so that who asks for thousands of reconciles keeps the others waiting for one at a time. A group that had none goes to the end. */
final class GroupTurns<K> implements ReadyLine<K> {
    private final Supplier<ReadyLine<K>> lineOfGroup;
    private final Map<Object, ReadyLine<K>> groups = new LinkedHashMap<>();

    /**
     * No group yet.
     *
     * @param lineOfGroup makes an empty line, for the keys of one group
     */
    GroupTurns(Supplier<ReadyLine<K>> lineOfGroup) {
        this.lineOfGroup = lineOfGroup;
    }

    @Override
    public void add(Entry<K> entry) {
        groups.computeIfAbsent(entry.group, unused -> lineOfGroup.get()).add(entry);
    }

    @Override
    public void remove(Entry<K> entry) {
        @Nullable ReadyLine<K> line = groups.get(entry.group);
        if (line != null) {
            line.remove(entry);
            if (line.isEmpty()) {
                groups.remove(entry.group);
            }
        }
    }

    @Override
    public Optional<Entry<K>> poll() {
        Iterator<Map.Entry<Object, ReadyLine<K>>> first = groups.entrySet().iterator();
        if (!first.hasNext()) {
            return Optional.empty();
        }
        Map.Entry<Object, ReadyLine<K>> served = first.next();
        first.remove();
        Optional<Entry<K>> taken = served.getValue().poll();
        if (!served.getValue().isEmpty()) {
            groups.put(served.getKey(), served.getValue());
        }
        return taken;
    }

    @Override
    public boolean isEmpty() {
        return groups.isEmpty();
    }
}
