package io.trainyard.foundation.schema;

import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.schema.StructuralSchema.Children;
import io.trainyard.foundation.schema.StructuralSchema.Composition;
import io.trainyard.foundation.schema.StructuralSchema.Extensions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads schema trees, as a whole or node by node. Named definitions are parsed once, when first referred to, and shared; a definition that
 * refers to itself is refused, unless nodes are read one by one. Safe for several threads.
 */
public final class SchemaParser {
    static final ValueLimits NO_LIMITS = new ValueLimits(
            List.of(), List.of(), null, null, null, null, false, false, null, null, null, null, null, false, null,
            null);

    private final Map<String, Object> definitions;
    private final boolean lazy;
    private final Map<String, StructuralSchema> parsed = new ConcurrentHashMap<>();
    /** That of quantities alone is in a definition hundreds of times. */
    private final Map<String, LinearPattern> patterns = new ConcurrentHashMap<>();

    private final ThreadLocal<Set<String>> underway = ThreadLocal.withInitial(HashSet::new);

    private SchemaParser(Map<String, Object> definitions, boolean lazy) {
        this.definitions = definitions;
        this.lazy = lazy;
    }

    /** Definitions are schema trees by name; {@code {"$ref": name}} refers to one. */
    public SchemaParser(Map<String, Object> definitions) {
        this(definitions, false);
    }

    /** As the constructor, for definitions that are known to make sense: each node is read when it is first needed. */
    public static SchemaParser lazy(Map<String, Object> definitions) {
        return new SchemaParser(definitions, true);
    }

    /**
     * A named definition.
     *
     * @throws IllegalArgumentException when there is none of that name, or when it makes no sense
     */
    public StructuralSchema definition(String name) {
        StructuralSchema known = parsed.get(name);
        if (known != null) {
            return known;
        }
        if (!definitions.containsKey(name)) {
            throw new IllegalArgumentException("no definition named \"" + name + "\"");
        }
        if (!underway.get().add(name)) {
            throw new IllegalArgumentException("definition \"" + name + "\" refers to itself");
        }
        try {
            StructuralSchema schema = parse(map(definitions.get(name), name), name);
            StructuralSchema sooner = parsed.putIfAbsent(name, schema);
            return sooner == null ? schema : sooner;
        } finally {
            underway.get().remove(name);
        }
    }

    StructuralSchema parse(Map<String, Object> tree, String path) {
        if (tree.get("$ref") instanceof String name) {
            StructuralSchema schema = definition(name);
            return tree.containsKey("default") ? schema.withDefault(tree.get("default")) : schema;
        }
        SchemaType type = tree.get("type") instanceof String name ? type(name, path) : SchemaType.ANY;
        return new StructuralSchema(
                type,
                lazy ? LazyChildren.of(() -> children(tree, path)) : LazyChildren.of(children(tree, path)),
                limits(tree, path),
                extensions(tree, path),
                tree.get("default"));
    }

    private Children children(Map<String, Object> tree, String path) {
        Map<String, StructuralSchema> properties = new LinkedHashMap<>();
        if (tree.get("properties") != null) {
            map(tree.get("properties"), path + ".properties")
                    .forEach((name, schema) -> properties.put(name, node(schema, path + ".properties[" + name + "]")));
        }
        Children children = new Children(
                Collections.unmodifiableMap(properties),
                additional(tree.get("additionalProperties"), path + ".additionalProperties"),
                tree.get("items") == null ? null : node(tree.get("items"), path + ".items"),
                composition(tree, path));
        return children.equals(Children.NONE) ? Children.NONE : children;
    }

    private StructuralSchema node(@Nullable Object tree, String path) {
        return parse(map(tree, path), path);
    }

    private @Nullable StructuralSchema additional(@Nullable Object tree, String path) {
        if (tree instanceof Boolean allowed) {
            return allowed ? StructuralSchema.anything() : null;
        }
        return tree == null ? null : node(tree, path);
    }

    private static SchemaType type(String name, String path) {
        try {
            return SchemaType.of(name);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(path + ".type: " + e.getMessage(), e);
        }
    }

    private ValueLimits limits(Map<String, Object> tree, String path) {
        ValueLimits limits = new ValueLimits(
                strings(tree.get("required"), path + ".required"),
                tree.get("enum") instanceof List<?> values ? new ArrayList<>(values) : List.of(),
                tree.get("format") instanceof String format ? format : null,
                pattern(tree.get("pattern"), path),
                number(tree.get("minimum"), path + ".minimum"),
                number(tree.get("maximum"), path + ".maximum"),
                Boolean.TRUE.equals(tree.get("exclusiveMinimum")),
                Boolean.TRUE.equals(tree.get("exclusiveMaximum")),
                number(tree.get("multipleOf"), path + ".multipleOf"),
                count(tree.get("minLength"), path + ".minLength"),
                count(tree.get("maxLength"), path + ".maxLength"),
                count(tree.get("minItems"), path + ".minItems"),
                count(tree.get("maxItems"), path + ".maxItems"),
                Boolean.TRUE.equals(tree.get("uniqueItems")),
                count(tree.get("minProperties"), path + ".minProperties"),
                count(tree.get("maxProperties"), path + ".maxProperties"));
        return limits.equals(NO_LIMITS) ? NO_LIMITS : limits;
    }

    private Composition composition(Map<String, Object> tree, String path) {
        List<StructuralSchema> allOf = nodes(tree.get("allOf"), path + ".allOf");
        List<StructuralSchema> anyOf = nodes(tree.get("anyOf"), path + ".anyOf");
        List<StructuralSchema> oneOf = nodes(tree.get("oneOf"), path + ".oneOf");
        StructuralSchema not = tree.get("not") == null ? null : node(tree.get("not"), path + ".not");
        return allOf.isEmpty() && anyOf.isEmpty() && oneOf.isEmpty() && not == null
                ? Composition.NONE
                : new Composition(allOf, anyOf, oneOf, not);
    }

    private Extensions extensions(Map<String, Object> tree, String path) {
        Extensions extensions = new Extensions(
                Boolean.TRUE.equals(tree.get("nullable")),
                Boolean.TRUE.equals(tree.get("x-kubernetes-int-or-string")),
                Boolean.TRUE.equals(tree.get("x-kubernetes-preserve-unknown-fields")),
                Boolean.TRUE.equals(tree.get("x-kubernetes-embedded-resource")),
                listType(tree.get("x-kubernetes-list-type"), path),
                strings(tree.get("x-kubernetes-list-map-keys"), path + ".x-kubernetes-list-map-keys"),
                "atomic".equals(tree.get("x-kubernetes-map-type")),
                tree.get("x-kubernetes-patch-strategy") instanceof String strategy ? strategy : null,
                tree.get("x-kubernetes-patch-merge-key") instanceof String key ? key : null,
                rules(tree.get("x-kubernetes-validations"), path + ".x-kubernetes-validations"));
        if (extensions.listType() == ListType.MAP && extensions.listKeys().isEmpty()) {
            throw new IllegalArgumentException(
                    path + ".x-kubernetes-list-map-keys: a list of type map needs at least one key");
        }
        return extensions.equals(Extensions.NONE) ? Extensions.NONE : extensions;
    }

    private static ListType listType(@Nullable Object value, String path) {
        if (value == null || "atomic".equals(value)) {
            return ListType.ATOMIC;
        }
        if ("set".equals(value)) {
            return ListType.SET;
        }
        if ("map".equals(value)) {
            return ListType.MAP;
        }
        throw new IllegalArgumentException(
                path + ".x-kubernetes-list-type: \"" + value + "\" is none of atomic, set, map");
    }

    private static List<SchemaRule> rules(@Nullable Object value, String path) {
        List<SchemaRule> rules = new ArrayList<>();
        for (Object item : list(value, path)) {
            Map<String, Object> rule = map(item, path);
            if (!(rule.get("rule") instanceof String expression)) {
                throw new IllegalArgumentException(path + ": each entry needs a rule");
            }
            rules.add(new SchemaRule(
                    expression,
                    text(rule.get("message")),
                    text(rule.get("messageExpression")),
                    text(rule.get("reason")),
                    text(rule.get("fieldPath")),
                    Boolean.TRUE.equals(rule.get("optionalOldSelf"))));
        }
        return List.copyOf(rules);
    }

    private List<StructuralSchema> nodes(@Nullable Object value, String path) {
        List<StructuralSchema> nodes = new ArrayList<>();
        for (Object item : list(value, path)) {
            nodes.add(node(item, path));
        }
        return List.copyOf(nodes);
    }

    private @Nullable LinearPattern pattern(@Nullable Object value, String path) {
        if (!(value instanceof String expression)) {
            return null;
        }
        try {
            return patterns.computeIfAbsent(expression, LinearPattern::compile);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(path + ".pattern: not a regular expression: " + e.getMessage(), e);
        }
    }

    private static @Nullable String text(@Nullable Object value) {
        return value instanceof String text && !text.isEmpty() ? text : null;
    }

    private static @Nullable Number number(@Nullable Object value, String path) {
        if (value == null || value instanceof Number) {
            return (Number) value;
        }
        throw new IllegalArgumentException(path + ": must be a number");
    }

    private static @Nullable Long count(@Nullable Object value, String path) {
        Number number = number(value, path);
        return number == null ? null : (Long) number.longValue();
    }

    private static List<String> strings(@Nullable Object value, String path) {
        List<String> strings = new ArrayList<>();
        for (Object item : list(value, path)) {
            strings.add(String.valueOf(item));
        }
        return List.copyOf(strings);
    }

    private static List<?> list(@Nullable Object value, String path) {
        if (value == null) {
            return List.of();
        }
        if (value instanceof List<?> list) {
            return list;
        }
        throw new IllegalArgumentException(path + ": must be a list");
    }

    @SuppressWarnings("unchecked") // keys of JSON objects are strings
    private static Map<String, Object> map(@Nullable Object value, String path) {
        if (value instanceof Map<?, ?> map) {
            return (Map<String, Object>) map;
        }
        throw new IllegalArgumentException(path + ": must be an object");
    }
}
