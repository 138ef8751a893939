package io.trainyard.core.queue;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The most urgent first, but one turn in eight goes to what is less urgent and waits, to each level of it in its turn: nobody is kept for ever by a stream of
 * what is more urgent.
 */
final class PriorityShares<K> implements ReadyLine<K> {
    /** Turns in a row that the most urgent level has while something else waits. */
    static final int TURNS_IN_A_ROW = 7;

    private final Map<Priority, ReadyLine<K>> lines;

    /** The same lines, each once. */
    private final List<ReadyLine<K>> levels;

    private int turns;
    private int lastServed;

    /**
     * Shares of some lines.
     *
     * @param lines the empty line of each priority; neighbours may have the same one, and are one level then
     */
    PriorityShares(Map<Priority, ReadyLine<K>> lines) {
        this.lines = new EnumMap<>(lines);
        this.levels = this.lines.values().stream().distinct().toList();
    }

    @Override
    public void add(Entry<K> entry) {
        lineOf(entry).add(entry);
    }

    @Override
    public void remove(Entry<K> entry) {
        lineOf(entry).remove(entry);
        beginAnewWhenEmpty();
    }

    @Override
    public Optional<Entry<K>> poll() {
        int top = waitingFrom(0);
        if (top == levels.size()) {
            return Optional.empty();
        }
        int below = waitingFrom(top + 1);
        int served = top;
        if (below == levels.size()) {
            turns = 0;
        } else if (turns < TURNS_IN_A_ROW) {
            turns++;
        } else {
            turns = 0;
            int next = waitingFrom(Math.max(top, lastServed) + 1);
            served = next == levels.size() ? below : next;
            lastServed = served;
        }
        Optional<Entry<K>> taken = levels.get(served).poll();
        beginAnewWhenEmpty();
        return taken;
    }

    @Override
    public boolean isEmpty() {
        return waitingFrom(0) == levels.size();
    }

    private ReadyLine<K> lineOf(Entry<K> entry) {
        return Objects.requireNonNull(lines.get(entry.priority));
    }

    /** The most urgent level, from this one on, in which somebody waits; the number of levels when nobody does. */
    private int waitingFrom(int first) {
        int level = first;
        while (level < levels.size() && levels.get(level).isEmpty()) {
            level++;
        }
        return level;
    }

    private void beginAnewWhenEmpty() {
        if (isEmpty()) {
            turns = 0;
            lastServed = 0;
        }
    }
}
