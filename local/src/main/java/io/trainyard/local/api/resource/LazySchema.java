package io.trainyard.local.api.resource;

import io.trainyard.foundation.schema.StructuralSchema;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A schema that is read when it is first asked for: most kinds are never written in the life of a server. Safe for several threads. */
public final class LazySchema {
    private final Supplier<StructuralSchema> source;
    private volatile @Nullable StructuralSchema schema;

    private LazySchema(Supplier<StructuralSchema> source) {
        this.source = source;
    }

    /** A schema that is read when it is first needed; threads that need it at the same time may each read it. */
    public static LazySchema of(Supplier<StructuralSchema> source) {
        return new LazySchema(source);
    }

    /** The schema; throws what its source throws. */
    public StructuralSchema get() {
        StructuralSchema known = schema;
        if (known == null) {
            known = source.get();
            schema = known;
        }
        return known;
    }
}
