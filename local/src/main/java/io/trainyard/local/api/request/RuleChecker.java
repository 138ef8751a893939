package io.trainyard.local.api.request;

import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.spi.result.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks an object against the schema of its kind and the rules in it. */
final class RuleChecker {
    private final SchemaRules rules;

    RuleChecker(SchemaRules rules) {
        this.rules = rules;
    }

    /** What is wrong; rules are only asked about objects whose fields have the right form. */
    List<FieldError> check(ResourceType type, Map<String, Object> object, @Nullable Map<String, Object> previous) {
        List<FieldError> errors = new ArrayList<>(type.schema().validate(object, ""));
        if (!type.isCustom()) {
            // The keys of their lists are for patches only; the kinds themselves say what must be unique.
            errors.removeIf(error -> error.kind() == FieldError.Kind.DUPLICATE);
        }
        if (errors.isEmpty() && type.isCustom()) {
            errors.addAll(rules.evaluate(type.schema(), object, previous));
        }
        return errors;
    }
}
