package io.trainyard.local.api.request;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.schema.SchemaRule;
import io.trainyard.foundation.schema.StructuralSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Evaluates the rules of a schema ({@code x-kubernetes-validations}). */
public interface SchemaRules {
    /**
     * The rules that do not hold.
     *
     * @param previous the state before; null when the object is new
     */
    List<FieldError> evaluate(
            StructuralSchema schema, Map<String, Object> object, @Nullable Map<String, Object> previous);

    /** Why a rule cannot be evaluated; empty when it can. */
    Optional<String> problemOf(SchemaRule rule);
}
