package io.trainyard.local.rules;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.FieldError.Kind;
import io.trainyard.foundation.schema.ListType;
import io.trainyard.foundation.schema.SchemaRule;
import io.trainyard.foundation.schema.SchemaType;
import io.trainyard.foundation.schema.StructuralSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One look at all rules of an object, and at what it was before. */
final class RuleWalk {
    private final Function<SchemaRule, CompiledRule> rules;
    private final List<FieldError> errors = new ArrayList<>();

    RuleWalk(Function<SchemaRule, CompiledRule> rules) {
        this.rules = rules;
    }

    List<FieldError> errors() {
        return List.copyOf(errors);
    }

    /**
     * Asks the rules of a value and of all below.
     *
     * @param old what it was; null when it is new, or when nobody can say which of the earlier values it was
     */
    void visit(StructuralSchema schema, @Nullable Object value, @Nullable Object old, String path) {
        if (value == null) {
            return;
        }
        for (SchemaRule rule : schema.rules()) {
            ask(schema, rule, value, old, path);
        }
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, item) -> schema.property((String) name)
                    .ifPresent(
                            property -> visit(property, item, field(old, (String) name), child(path, (String) name))));
        } else if (value instanceof List<?> list) {
            schema.items().ifPresent(items -> {
                for (int i = 0; i < list.size(); i++) {
                    visit(items, list.get(i), counterpart(schema, list.get(i), old), path + "[" + i + "]");
                }
            });
        }
    }

    private static @Nullable Object field(@Nullable Object old, String name) {
        return old instanceof Map<?, ?> map ? map.get(name) : null;
    }

    /** Items of other lists than those with keys cannot be told apart. */
    private static @Nullable Object counterpart(StructuralSchema schema, @Nullable Object item, @Nullable Object old) {
        if (schema.listType() == ListType.MAP && item instanceof Map<?, ?> map && old instanceof List<?> before) {
            for (Object candidate : before) {
                if (candidate instanceof Map<?, ?> other
                        && schema.listKeys().stream().allMatch(key -> Objects.equals(map.get(key), other.get(key)))) {
                    return candidate;
                }
            }
        }
        return null;
    }

    private void ask(StructuralSchema schema, SchemaRule source, Object value, @Nullable Object old, String path) {
        CompiledRule rule;
        try {
            rule = rules.apply(source);
        } catch (RuleSyntaxException e) {
            errors.add(FieldError.invalid(path, typeName(schema), "rule compile error: " + e.getMessage()));
            return;
        }
        // What was wrong before may stay as it is.
        boolean doesNotApply = rule.usesOldSelf() ? old == null : value.equals(old);
        if (doesNotApply) {
            return;
        }
        Scope scope = new Scope("self", value, null).with("oldSelf", old);
        try {
            if (!rule.expression().holds(scope)) {
                errors.add(broken(schema, rule, value, path, rule.message(scope)));
            }
        } catch (RuleFailure e) {
            String text = String.valueOf(e.getMessage());
            errors.add(FieldError.invalid(
                    path,
                    typeName(schema),
                    text.startsWith("no such overload")
                            ? "'" + text + "': call arguments did not match a supported operator, function or macro "
                                    + "signature for rule: " + rule.label()
                            : text + " evaluating rule: " + rule.label()));
        }
    }

    private static FieldError broken(
            StructuralSchema schema, CompiledRule rule, Object value, String path, String message) {
        String blamed = rule.source().fieldPath() == null
                ? path
                : below(path, rule.source().fieldPath());
        boolean large = schema.type() == SchemaType.OBJECT || schema.type() == SchemaType.ARRAY;
        Object shown = large ? null : value;
        return switch (Kind.ofReason(rule.source().reason()).orElse(Kind.INVALID)) {
            case FORBIDDEN -> FieldError.forbidden(blamed, message);
            case REQUIRED -> FieldError.required(blamed, message);
            case DUPLICATE -> new FieldError(blamed, Kind.DUPLICATE, shown, "");
            default -> FieldError.invalid(blamed, shown, message);
        };
    }

    private static String typeName(StructuralSchema schema) {
        return schema.type() == SchemaType.ANY ? "" : schema.type().text();
    }

    private static String child(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private static String below(String path, String fieldPath) {
        String rest = fieldPath.startsWith(".") ? fieldPath.substring(1) : fieldPath;
        return path.isEmpty() ? rest : path + "." + rest;
    }
}
