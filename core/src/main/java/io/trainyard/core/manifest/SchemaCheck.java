package io.trainyard.core.manifest;

import io.trainyard.core.config.WrongValue;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.schema.SchemaType;
import io.trainyard.foundation.schema.StructuralSchema;
import io.trainyard.foundation.yaml.ChartTemplate;
import io.trainyard.foundation.yaml.Document;
import io.trainyard.foundation.yaml.Problem;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Compares a document with the schema of its kind: unknown fields with a guess of what was meant, values of the wrong type, and what has no value.
 * Validates nothing else.
 */
final class SchemaCheck {
    /** A newer release may know fields below it that we do not know. */
    private static final String TEMPLATE = "spec.template.spec.";

    private final Document document;
    private final TrainerKind kind;
    private final MisplacedField misplaced;
    private final Consumer<Problem> problems;
    private final Consumer<Problem> notes;
    private boolean hasEmptyField;

    /**
     * A check of one document.
     *
     * @param problems takes what is wrong
     * @param notes takes what a user should know although it is accepted
     */
    SchemaCheck(
            Document document,
            TrainerKind kind,
            MisplacedField misplaced,
            Consumer<Problem> problems,
            Consumer<Problem> notes) {
        this.document = document;
        this.kind = kind;
        this.misplaced = misplaced;
        this.problems = problems;
        this.notes = notes;
    }

    /** Checks the value at a path. */
    void check(StructuralSchema schema, Object value, FieldPath path) {
        if (schema.intOrString()) {
            require(
                    value instanceof String || isWhole(value),
                    path,
                    schema.isQuantity() ? "a quantity such as 500m or 2Gi" : "a whole number or text",
                    value);
            return;
        }
        switch (schema.type()) {
            case OBJECT -> {
                if (value instanceof Map<?, ?> map) {
                    map.forEach((key, entry) -> field(schema, (String) key, entry, path));
                } else {
                    wrong(path, "an object with fields", value);
                }
            }
            case ARRAY -> {
                if (value instanceof List<?> list) {
                    items(schema, list, path);
                } else {
                    wrong(path, "a list", value);
                }
            }
            case STRING -> text(value, path);
            case BOOLEAN -> require(value instanceof Boolean, path, "true or false", value);
            case INTEGER -> {
                boolean small = schema.isInt32();
                require(
                        small ? value instanceof Integer : isWhole(value),
                        path,
                        "a whole number" + (small ? " of at most 32 bits" : ""),
                        value);
            }
            case NUMBER -> require(value instanceof Number, path, "a number", value);
            case ANY -> {}
        }
    }

    private void field(StructuralSchema object, String name, @Nullable Object value, FieldPath path) {
        @Nullable StructuralSchema declared = object.properties().get(name);
        @Nullable StructuralSchema schema = object.property(name).orElse(null);
        FieldPath here = declared == null && schema != null ? path.key(name) : path.field(name);
        if (schema != null && value != null) {
            check(schema, value, here);
        } else if (schema != null) {
            empty(schema, here);
        } else if (value != null && !object.properties().isEmpty() && !object.preservesUnknownFields()) {
            boolean maybeNewer = kind != TrainerKind.TRAIN_JOB && here.text().startsWith(TEMPLATE);
            (maybeNewer ? notes : problems)
                    .accept(document.problem(
                            here,
                            "unknown field"
                                    + misplaced.advice(
                                            kind,
                                            path,
                                            name,
                                            object.properties().keySet())));
        }
    }

    /** An API server leaves a null field out of what is created or changed, and refuses it in a server-side apply. */
    private void empty(StructuralSchema schema, FieldPath path) {
        boolean isRefused = !schema.nullable()
                && schema.defaultValue().isEmpty()
                && (schema.type() != SchemaType.ANY || schema.intOrString());
        if (isRefused && path.text().startsWith("spec")) {
            String why = hasEmptyField ? "" : ": a server-side apply refuses null here, other writes leave it out";
            hasEmptyField = true;
            notes.accept(document.problem(path, "empty; remove the line or give it " + content(schema) + why));
        }
    }

    private void items(StructuralSchema list, List<?> values, FieldPath path) {
        list.items().ifPresent(schema -> {
            for (int i = 0; i < values.size(); i++) {
                @Nullable Object value = values.get(i);
                if (value != null) {
                    check(schema, value, path.item(i));
                } else {
                    problems.accept(
                            document.problem(path.item(i), "empty; remove the item or give it " + content(schema)));
                }
            }
        });
    }

    private static String content(StructuralSchema schema) {
        return schema.type() == SchemaType.OBJECT ? "fields" : schema.type() == SchemaType.ARRAY ? "items" : "a value";
    }

    private static boolean isWhole(Object value) {
        return value instanceof Integer || value instanceof Long;
    }

    private void text(Object value, FieldPath path) {
        if (value instanceof Map || value instanceof List) {
            wrong(path, "text", value);
        } else if (!(value instanceof String)) {
            String written = document.written(path.text()).orElse(value.toString());
            problems.accept(document.problem(path, "must be text; put it in quotes: \"" + written + "\""));
        }
    }

    private void require(boolean fits, FieldPath path, String expected, Object value) {
        if (!fits) {
            wrong(path, expected, value);
        }
    }

    private void wrong(FieldPath path, String expected, Object value) {
        problems.accept(document.problem(
                path,
                value instanceof String text && ChartTemplate.isIn(text)
                        ? ChartTemplate.ADVICE
                        : "must be " + expected + ", not " + WrongValue.of(value)));
    }
}
