package io.trainyard.foundation.schema;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.FieldError.Kind;
import io.trainyard.foundation.schema.StructuralSchema.Composition;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Collects the violations of one value. The wording is the one that users of Kubernetes know. */
final class SchemaValidation {
    private static final String FRACTION = "float64";

    private final List<FieldError> errors = new ArrayList<>();

    private SchemaValidation() {}

    static List<FieldError> of(StructuralSchema schema, @Nullable Object value, String path) {
        SchemaValidation validation = new SchemaValidation();
        validation.visit(schema, value, path);
        return List.copyOf(validation.errors);
    }

    private void visit(StructuralSchema schema, @Nullable Object value, String path) {
        if (schema.acceptsAnything() || (value == null && schema.nullable())) {
            return;
        }
        @Nullable String format = schema.limits().format();
        if (schema.type() == SchemaType.INTEGER && format != null && isFraction(value)) {
            add(path, Kind.INVALID, FRACTION, path + " in body must be of type " + format + ": \"" + FRACTION + "\"");
            addOutsideFormat(format, path);
            return;
        }
        if (!hasRightType(schema, value)) {
            String actual = ValueTypes.nameOf(value);
            String wanted =
                    schema.intOrString() ? "integer,string" : schema.type().text();
            add(
                    path,
                    Kind.INVALID,
                    value == null ? "null" : actual,
                    path + " in body must be of type " + wanted + ": \"" + actual + "\"");
            return;
        }
        visitLimits(schema, value, path);
        visitComposition(schema, value, path);
        if (value instanceof Map<?, ?> map) {
            visitObject(schema, SchemaDefaults.objectOf(map), path);
        } else if (value instanceof List<?> list) {
            visitList(schema, list, path);
        }
    }

    private static boolean isFraction(@Nullable Object value) {
        return value instanceof Number && !ValueTypes.isInteger(value);
    }

    /** API servers name no field in front of this one. */
    private void addOutsideFormat(String format, String path) {
        add("<nil>", Kind.INVALID, "", "Checked value must be of type integer with format " + format + " in " + path);
    }

    private static boolean hasRightType(StructuralSchema schema, @Nullable Object value) {
        if (schema.intOrString()) {
            return value instanceof String || ValueTypes.isInteger(value);
        }
        return switch (schema.type()) {
            case OBJECT -> value instanceof Map;
            case ARRAY -> value instanceof List;
            case STRING -> value instanceof String;
            case INTEGER -> ValueTypes.isInteger(value);
            case NUMBER -> value instanceof Number;
            case BOOLEAN -> value instanceof Boolean;
            case ANY -> true;
        };
    }

    private void visitObject(StructuralSchema schema, Map<String, Object> object, String path) {
        for (String required : schema.limits().required()) {
            if (!object.containsKey(required)) {
                errors.add(FieldError.required(child(path, required), ""));
            }
        }
        long size = object.size();
        Long least = schema.limits().minProperties();
        if (least != null && size < least) {
            invalid(path, size, path + " in body should have at least " + least + " properties");
        }
        Long most = schema.limits().maxProperties();
        if (most != null && size > most) {
            add(path, Kind.TOO_MANY, size, "must have at most " + most + " properties");
        }
        object.forEach(
                (name, item) -> schema.property(name).ifPresent(property -> visit(property, item, child(path, name))));
    }

    private void visitList(StructuralSchema schema, List<?> list, String path) {
        Long least = schema.limits().minItems();
        if (least != null && list.size() < least) {
            invalid(path, (long) list.size(), path + " in body should have at least " + least + " items");
        }
        Long most = schema.limits().maxItems();
        if (most != null && list.size() > most) {
            add(path, Kind.TOO_MANY, (long) list.size(), "must have at most " + most + " items");
        }
        schema.items().ifPresent(items -> {
            for (int i = 0; i < list.size(); i++) {
                visit(items, list.get(i), path + "[" + i + "]");
            }
        });
        visitDuplicates(schema, list, path);
    }

    private void visitDuplicates(StructuralSchema schema, List<?> list, String path) {
        boolean set = schema.listType() == ListType.SET || schema.limits().uniqueItems();
        if (!set && schema.listType() != ListType.MAP) {
            return;
        }
        Set<Object> seen = new HashSet<>();
        for (int i = 0; i < list.size(); i++) {
            Object identity = set ? list.get(i) : keysOf(schema, list.get(i));
            if (identity != null && !seen.add(identity)) {
                add(path + "[" + i + "]", Kind.DUPLICATE, identity, "");
            }
        }
    }

    /** The key fields of an item, absent ones filled in from their defaults. */
    private static @Nullable Object keysOf(StructuralSchema schema, @Nullable Object item) {
        if (!(item instanceof Map<?, ?> map)) {
            return null;
        }
        Map<String, Object> keys = new LinkedHashMap<>();
        for (String key : schema.listKeys()) {
            Object value = map.get(key);
            if (value == null) {
                value = schema.items()
                        .flatMap(items -> items.property(key))
                        .flatMap(StructuralSchema::defaultValue)
                        .orElse(null);
            }
            keys.put(key, value);
        }
        return keys;
    }

    @SuppressWarnings("ReferenceEquality") // One object stands for "no limits".
    private void visitLimits(StructuralSchema schema, @Nullable Object value, String path) {
        ValueLimits limits = schema.limits();
        if (limits == SchemaParser.NO_LIMITS) {
            return;
        }
        if (!limits.allowed().isEmpty() && !limits.allowed().contains(value)) {
            String supported =
                    limits.allowed().stream().map(SchemaValidation::quoted).collect(Collectors.joining(", "));
            errors.add(FieldError.notSupported(path, value, "supported values: " + supported));
        }
        if (value instanceof String text) {
            visitText(limits, text, path);
        } else if (value instanceof Number number) {
            visitNumber(limits, number, path);
        }
    }

    private void visitText(ValueLimits limits, String text, String path) {
        long length = text.codePointCount(0, text.length());
        if (limits.minLength() != null && length < limits.minLength()) {
            invalid(path, text, path + " in body should be at least " + limits.minLength() + " chars long");
        }
        if (limits.maxLength() != null && length > limits.maxLength()) {
            add(path, Kind.TOO_LONG, null, "may not be more than " + limits.maxLength() + " bytes");
        }
        if (limits.pattern() != null && !limits.pattern().isFoundIn(text)) {
            invalid(path, text, path + " in body should match '" + limits.pattern() + "'");
        }
        if (limits.format() != null && !ValueTypes.hasFormat(limits.format(), text)) {
            invalid(path, text, path + " in body must be of type " + limits.format() + ": \"" + text + "\"");
        }
    }

    private void visitNumber(ValueLimits limits, Number number, String path) {
        if (limits.minimum() == null && limits.maximum() == null && limits.multipleOf() == null) {
            visitNumberFormat(limits, number, path);
            return;
        }
        BigDecimal exact = ValueTypes.exact(number);
        if (limits.minimum() != null) {
            int order = exact.compareTo(ValueTypes.exact(limits.minimum()));
            if (order < 0 || (order == 0 && limits.exclusiveMinimum())) {
                String relation = limits.exclusiveMinimum() ? "greater than " : "greater than or equal to ";
                invalid(path, number, path + " in body should be " + relation + limits.minimum());
            }
        }
        if (limits.maximum() != null) {
            int order = exact.compareTo(ValueTypes.exact(limits.maximum()));
            if (order > 0 || (order == 0 && limits.exclusiveMaximum())) {
                String relation = limits.exclusiveMaximum() ? "less than " : "less than or equal to ";
                invalid(path, number, path + " in body should be " + relation + limits.maximum());
            }
        }
        if (limits.multipleOf() != null
                && exact.remainder(ValueTypes.exact(limits.multipleOf())).signum() != 0) {
            invalid(path, number, path + " in body should be a multiple of " + limits.multipleOf());
        }
        visitNumberFormat(limits, number, path);
    }

    private void visitNumberFormat(ValueLimits limits, Number number, String path) {
        @Nullable String format = limits.format();
        if (format != null && !ValueTypes.hasFormat(format, number)) {
            addOutsideFormat(format, path);
        }
    }

    private void visitComposition(StructuralSchema schema, @Nullable Object value, String path) {
        Composition composition = schema.composition();
        for (StructuralSchema each : composition.allOf()) {
            visit(each, value, path);
        }
        if (!composition.anyOf().isEmpty() && matching(composition.anyOf(), value, path) == 0) {
            invalid(path, value, path + " in body must validate at least one schema (anyOf)");
            errors.addAll(of(composition.anyOf().get(0), value, path));
        }
        if (!composition.oneOf().isEmpty() && matching(composition.oneOf(), value, path) != 1) {
            invalid(path, value, path + " in body must validate one and only one schema (oneOf)");
        }
        if (composition.not() != null && of(composition.not(), value, path).isEmpty()) {
            invalid(path, value, path + " in body must not validate the schema (not)");
        }
    }

    private static long matching(List<StructuralSchema> schemas, @Nullable Object value, String path) {
        return schemas.stream()
                .filter(schema -> of(schema, value, path).isEmpty())
                .count();
    }

    private void invalid(String path, @Nullable Object value, String message) {
        add(path, Kind.INVALID, value, message);
    }

    private void add(String path, Kind kind, @Nullable Object value, String message) {
        errors.add(new FieldError(path, kind, value, message));
    }

    private static String quoted(Object value) {
        return value instanceof String ? "\"" + value + "\"" : String.valueOf(value);
    }

    private static String child(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
