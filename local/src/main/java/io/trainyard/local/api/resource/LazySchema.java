package io.trainyard.local.api.resource;

import io.trainyard.foundation.schema.StructuralSchema;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A schema that is read when it is first asked for: most kinds are never written in the life of a server. Safe for several threads. */
public final class LazySchema {
    private @Nullable Supplier<StructuralSchema> source;
    private volatile @Nullable StructuralSchema schema;

    private LazySchema(@Nullable Supplier<StructuralSchema> source, @Nullable StructuralSchema schema) {
        this.source = source;
        this.schema = schema;
    }

    /** A schema that is read later, once at most. */
    public static LazySchema of(Supplier<StructuralSchema> source) {
        return new LazySchema(source, null);
    }

    /** A schema that is there. */
    public static LazySchema of(StructuralSchema schema) {
        return new LazySchema(null, schema);
    }

    /** The schema; throws what its source throws. */
    public StructuralSchema get() {
        StructuralSchema known = schema;
        return known == null ? read() : known;
    }

    private synchronized StructuralSchema read() {
        StructuralSchema known = schema;
        if (known == null && source != null) {
            known = source.get();
            schema = known;
            source = null;
        }
        if (known == null) {
            throw new IllegalStateException("a schema without a source");
        }
        return known;
    }
}
