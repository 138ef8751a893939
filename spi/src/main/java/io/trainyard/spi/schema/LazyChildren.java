package io.trainyard.spi.schema;

import io.trainyard.spi.schema.StructuralSchema.Children;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The nodes below a node, read when they are first needed. Safe for several threads. */
final class LazyChildren {
    private @Nullable Supplier<Children> source;
    private volatile @Nullable Children children;

    private LazyChildren(@Nullable Supplier<Children> source, @Nullable Children children) {
        this.source = source;
        this.children = children;
    }

    static LazyChildren of(Children children) {
        return new LazyChildren(null, children);
    }

    static LazyChildren of(Supplier<Children> source) {
        return new LazyChildren(source, null);
    }

    Children get() {
        Children known = children;
        return known == null ? read() : known;
    }

    private synchronized Children read() {
        Children known = children;
        if (known == null) {
            Supplier<Children> reader = source;
            if (reader == null) {
                throw new IllegalStateException("no children and nowhere to read them");
            }
            known = reader.get();
            children = known;
            source = null;
        }
        return known;
    }
}
