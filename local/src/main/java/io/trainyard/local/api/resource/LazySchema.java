package io.trainyard.local.api.resource;

import io.trainyard.foundation.schema.StructuralSchema;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A schema that is read when it is first asked for: most kinds are never written in the life of a server. Safe for several threads. */
public final class LazySchema {
    private volatile @Nullable Supplier<StructuralSchema> source;
    private volatile @Nullable StructuralSchema schema;

    private LazySchema(@Nullable Supplier<StructuralSchema> source, @Nullable StructuralSchema schema) {
        this.source = source;
        this.schema = schema;
    }

    /** A schema that is read when it is first needed; threads that need it at the same time may each read it. */
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

    private StructuralSchema read() {
        Supplier<StructuralSchema> reader = source;
        StructuralSchema known = reader == null ? schema : reader.get();
        if (known == null) {
            throw new IllegalStateException("a schema without a source");
        }
        schema = known;
        source = null;
        return known;
    }
}
