package io.trainyard.local.controllers.job;

import java.util.BitSet;
import java.util.Collection;
import java.util.StringJoiner;

/** A set of completion indexes, written as in a status: sorted, with a range for three or more in a row, such as {@code 0,2-4,7}. Immutable. */
final class IndexSet {
    static final IndexSet EMPTY = new IndexSet(new BitSet());

    private final BitSet indexes;

    private IndexSet(BitSet indexes) {
        this.indexes = indexes;
    }

    /**
     * Reads a list such as {@code 0,2-4,7}. What is not below {@code completions}, and what is no number, is left out.
     *
     * @param text may be empty
     */
    static IndexSet parse(String text, long completions) {
        BitSet bits = new BitSet();
        for (String part : text.split(",", -1)) {
            String[] ends = part.strip().split("-", 2);
            int first = number(ends[0]);
            int last = ends.length == 1 ? first : number(ends[1]);
            int limit = (int) Math.min(last, completions - 1);
            if (first >= 0 && limit >= first) {
                bits.set(first, limit + 1);
            }
        }
        return new IndexSet(bits);
    }

    private static int number(String text) {
        boolean digits = !text.isEmpty() && text.length() < 10 && text.chars().allMatch(Character::isDigit);
        return digits ? Integer.parseInt(text) : -1;
    }

    IndexSet with(Collection<Integer> more) {
        BitSet all = (BitSet) indexes.clone();
        more.forEach(all::set);
        return new IndexSet(all);
    }

    IndexSet with(IndexSet more) {
        BitSet all = (BitSet) indexes.clone();
        all.or(more.indexes);
        return new IndexSet(all);
    }

    boolean contains(int index) {
        return indexes.get(index);
    }

    int size() {
        return indexes.cardinality();
    }

    /** How many indexes are in both. */
    int overlap(IndexSet other) {
        BitSet both = (BitSet) indexes.clone();
        both.and(other.indexes);
        return both.cardinality();
    }

    /** The lowest index that is not in the set and not below {@code from}. */
    int firstFree(int from) {
        return indexes.nextClearBit(from);
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(",");
        for (int first = indexes.nextSetBit(0); first >= 0; ) {
            int last = indexes.nextClearBit(first) - 1;
            if (last == first) {
                text.add(Integer.toString(first));
            } else {
                text.add(first + (last == first + 1 ? "," : "-") + last);
            }
            first = indexes.nextSetBit(last + 1);
        }
        return text.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IndexSet set && set.indexes.equals(indexes);
    }

    @Override
    public int hashCode() {
        return indexes.hashCode();
    }
}
