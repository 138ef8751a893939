package io.trainyard.foundation.schema;

import io.trainyard.foundation.schema.StructuralSchema.Children;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The nodes below a node, read when they are first needed. Safe for several threads without a lock: two that come at once both read, and the first
 * to finish is believed.
 */
final class LazyChildren {
    private volatile @Nullable Supplier<Children> source;
    private final AtomicReference<@Nullable Children> children;

    private LazyChildren(@Nullable Supplier<Children> source, @Nullable Children children) {
        this.source = source;
        this.children = new AtomicReference<>(children);
    }

    static LazyChildren of(Children children) {
        return new LazyChildren(null, children);
    }

    static LazyChildren of(Supplier<Children> source) {
        return new LazyChildren(source, null);
    }

    Children get() {
        Children known = children.get();
        return known == null ? read() : known;
    }

    private Children read() {
        Supplier<Children> reader = source;
        Children fresh = reader == null ? null : reader.get();
        children.compareAndSet(null, fresh);
        source = null;
        Children known = children.get();
        if (known == null) {
            throw new IllegalStateException("no children and nowhere to read them");
        }
        return known;
    }
}
