package io.trainyard.local.api.request;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.schema.StructuralSchema;
import io.trainyard.local.api.resource.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks an object against the schema of its kind and the rules in it. */
final class RuleChecker {
    private static final String NOT_ASKED =
            "null: some validation rules were not checked because the object was invalid; "
                    + "correct the existing errors to complete validation";

    private final SchemaRules rules;

    RuleChecker(SchemaRules rules) {
        this.rules = rules;
    }

    /**
     * What is wrong, after what is wrong with the metadata; rules are only asked about objects whose fields have the right form.
     *
     * @param metadata what is wrong with the metadata
     */
    List<FieldError> check(
            ResourceType type,
            Map<String, Object> object,
            @Nullable Map<String, Object> previous,
            List<FieldError> metadata) {
        List<FieldError> errors = new ArrayList<>(metadata);
        List<FieldError> duplicates = new ArrayList<>();
        for (FieldError error : type.schema().validate(object, "")) {
            (error.kind() == FieldError.Kind.DUPLICATE ? duplicates : errors).add(error);
        }
        // The keys of lists of built-in kinds are for patches only; the kinds themselves say what must be unique.
        if (type.isCustom()) {
            type.scale().ifPresent(paths -> errors.addAll(ScaleRules.check(object, paths)));
            errors.addAll(duplicates);
            if (errors.stream().noneMatch(RuleChecker::hidesRules)) {
                errors.addAll(rules.evaluate(type.schema(), object, previous));
            } else if (hasRules(type.schema())) {
                errors.add(FieldError.invalid("<nil>", null, NOT_ASKED));
            }
        }
        return errors;
    }

    private static boolean hasRules(StructuralSchema schema) {
        return !schema.rules().isEmpty()
                || schema.properties().values().stream().anyMatch(RuleChecker::hasRules)
                || schema.additionalProperties().filter(RuleChecker::hasRules).isPresent()
                || schema.items().filter(RuleChecker::hasRules).isPresent();
    }

    private static boolean hidesRules(FieldError error) {
        return switch (error.kind()) {
            case REQUIRED, NOT_SUPPORTED, TOO_LONG, TOO_MANY -> true;
            case INVALID -> error.message().contains(" in body must be of type ");
            default -> false;
        };
    }
}
