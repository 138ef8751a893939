package io.trainyard.core.kube;

import io.trainyard.foundation.regex.LinearPattern;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Lets equal parts of cached objects be one object: ten thousand TrainJobs have the same namespace, image, resources and labels. It remembers the parts that it
 * has seen of late, as long as somebody has them; a part that it has forgotten is kept twice, which costs nothing but memory. What is shared must never be
 * changed. Safe on any thread.
 */
public final class SharedParts {
    private static final int BITS = 13;
    private static final int SPREAD = 0x9E3779B9;

    /** Longer texts are hardly ever the same. */
    private static final int MAX_TEXT = 256;

    /**
     * What amounts look like whose comparison takes seconds or hours: to ask two of them whether they are equal is to calculate with them. They may stand
     * in objects that no admission has seen.
     */
    private static final LinearPattern INCALCULABLE =
            LinearPattern.of("(?:^|[^0-9A-Za-z.])[0-9.]+[eE][+-]?[0-9]{5,}|[0-9]{1000}");

    private static final int FEWEST_DIGITS = 5;

    private final AtomicReferenceArray<@Nullable WeakReference<Object>> recent = new AtomicReferenceArray<>(1 << BITS);

    /** An equal text that was seen before, or this one. */
    public @Nullable String text(@Nullable String text) {
        return text == null || text.length() > MAX_TEXT ? text : known(text, false);
    }

    /**
     * An equal part that was seen before, or this one.
     *
     * @param part prints all that it consists of: amounts of 1Gi and of 1024Mi are equal, and each user shall see what was written
     */
    public <T> @Nullable T part(@Nullable T part) {
        return part == null ? null : known(part, true);
    }

    /**
     * The same for a part in which there are no amounts. It is not printed, which costs more than all the rest.
     *
     * @param part equal to another one only if nobody could tell them apart
     */
    public <T> @Nullable T plain(@Nullable T part) {
        return part == null ? null : known(part, false);
    }

    /**
     * The same for a part whose looks are easier to compare than to print.
     *
     * @param hash the same for parts that look the same
     * @param looksTheSame whether nobody could tell two of them apart
     */
    public <T> T part(T part, int hash, BiPredicate<? super T, ? super T> looksTheSame) {
        int slot = slot(hash);
        Object seen = seen(slot);
        if (seen != null && seen.getClass() == part.getClass()) {
            @SuppressWarnings("unchecked") // of the same class
            T other = (T) seen;
            if (looksTheSame.test(other, part)) {
                return other;
            }
        }
        recent.set(slot, new WeakReference<>(part));
        return part;
    }

    /** The same elements, each shared by itself, or a list of the very same that was seen before. Nothing is printed. */
    public <T> List<T> sharedList(List<T> list, UnaryOperator<T> element) {
        if (list.isEmpty()) {
            return List.of();
        }
        List<T> prepared = prepared(list, element);
        int hash = 1;
        for (T item : prepared) {
            hash = 31 * hash + System.identityHashCode(item);
        }
        return part(prepared, hash, SharedParts::haveTheSameElements);
    }

    private static boolean haveTheSameElements(List<?> one, List<?> other) {
        boolean same = one.size() == other.size();
        for (int i = 0; same && i < one.size(); i++) {
            same = one.get(i) == other.get(i);
        }
        return same;
    }

    /**
     * The same elements, each prepared, or an equal list that was seen before.
     *
     * @param list of elements that print all that they consist of
     */
    public <T> List<T> list(List<T> list, UnaryOperator<T> element) {
        return list.isEmpty() ? List.of() : known(prepared(list, element), true);
    }

    /** As {@link #list}, of elements in which there are no amounts. */
    public <T> List<T> plainList(List<T> list, UnaryOperator<T> element) {
        return list.isEmpty() ? List.of() : known(prepared(list, element), false);
    }

    private static <T> List<T> prepared(List<T> list, UnaryOperator<T> element) {
        List<T> prepared = new ArrayList<>(list.size());
        list.forEach(item -> prepared.add(element.apply(item)));
        // Records take such a list as it is, and make a copy of any other one.
        return prepared.contains(null) ? prepared : List.copyOf(prepared);
    }

    /** The same texts in an equal list. */
    public List<String> texts(List<String> texts) {
        return plainList(texts, text -> String.valueOf(text(text)));
    }

    /** The same entries in their order, with shared keys and values. */
    public Map<String, String> texts(@Nullable Map<String, String> texts) {
        if (texts == null || texts.isEmpty()) {
            return Collections.emptyMap();
        }
        Map<String, String> shared = sized(texts.size());
        texts.forEach((key, value) -> shared.put(known(key, false), text(value)));
        return known(shared, false);
    }

    /** The same tree of maps, lists and plain values, with shared branches. */
    public Map<String, Object> tree(Map<String, Object> tree) {
        if (tree.isEmpty()) {
            return Collections.emptyMap();
        }
        Map<String, Object> shared = sized(tree.size());
        tree.forEach((key, value) -> shared.put(known(key, false), branch(value)));
        return known(shared, false);
    }

    @SuppressWarnings("unchecked")
    private @Nullable Object branch(@Nullable Object value) {
        if (value instanceof String text) {
            return text(text);
        } else if (value instanceof Map<?, ?> map) {
            return tree((Map<String, Object>) map);
        } else if (value instanceof List<?> list) {
            List<@Nullable Object> shared = new ArrayList<>(list.size());
            list.forEach(item -> shared.add(branch(item)));
            return known(shared, false);
        }
        return value;
    }

    /** With no more room than that. */
    private static <V> Map<String, V> sized(int entries) {
        return new LinkedHashMap<>(entries, 1);
    }

    /** @param printed whether parts that are equal may still be different to the eye */
    @SuppressWarnings("unchecked")
    private <T> T known(T part, boolean printed) {
        String text = printed ? part.toString() : "";
        if (printed && isIncalculable(text)) {
            return part;
        }
        int slot = slot(part.hashCode());
        Object seen = seen(slot);
        if (seen != null && seen.equals(part) && (!printed || seen.toString().equals(text))) {
            return (T) seen;
        }
        recent.set(slot, new WeakReference<>(part));
        return part;
    }

    /** Most parts have no long number, and need no expression. */
    private static boolean isIncalculable(String text) {
        int digits = 0;
        for (int i = 0; i < text.length() && digits < FEWEST_DIGITS; i++) {
            digits = text.charAt(i) >= '0' && text.charAt(i) <= '9' ? digits + 1 : 0;
        }
        return digits == FEWEST_DIGITS && INCALCULABLE.isFoundIn(text);
    }

    private static int slot(int hash) {
        return (hash * SPREAD) >>> (Integer.SIZE - BITS);
    }

    private @Nullable Object seen(int slot) {
        WeakReference<Object> reference = recent.get(slot);
        return reference == null ? null : reference.get();
    }
}
