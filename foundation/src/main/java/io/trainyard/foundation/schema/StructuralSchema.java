package io.trainyard.foundation.schema;

import io.trainyard.foundation.field.FieldError;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One node of a structural schema. Immutable and safe to share between threads. Nodes below may be read only when they are first needed: of the
 * thousands that a large schema has, most objects touch a few dozen.
 *
 * <p>Values are trees of {@code Map<String, Object>}, {@code List<Object>}, {@code String}, {@code Boolean}, {@code Number} and null, as any
 * JSON parser gives them.
 */
public final class StructuralSchema {
    private final SchemaType type;
    private final LazyChildren children;
    private final ValueLimits limits;
    private final Extensions extensions;
    private final @Nullable Object defaultValue;

    StructuralSchema(
            SchemaType type,
            LazyChildren children,
            ValueLimits limits,
            Extensions extensions,
            @Nullable Object defaultValue) {
        this.type = type;
        this.children = children;
        this.limits = limits;
        this.extensions = extensions;
        this.defaultValue = defaultValue;
    }

    /** The nodes below a node. */
    record Children(
            Map<String, StructuralSchema> properties,
            @Nullable StructuralSchema additionalProperties,
            @Nullable StructuralSchema items,
            Composition composition) {
        static final Children NONE = new Children(Map.of(), null, null, Composition.NONE);
    }

    /** Schemas that a value must satisfy besides its own node. */
    record Composition(
            List<StructuralSchema> allOf,
            List<StructuralSchema> anyOf,
            List<StructuralSchema> oneOf,
            @Nullable StructuralSchema not) {
        static final Composition NONE = new Composition(List.of(), List.of(), List.of(), null);
    }

    /** What Kubernetes adds to the schema language. */
    record Extensions(
            boolean nullable,
            boolean intOrString,
            boolean preserveUnknown,
            boolean embedded,
            ListType listType,
            List<String> listKeys,
            boolean atomicMap,
            @Nullable String patchStrategy,
            @Nullable String patchMergeKey,
            List<SchemaRule> rules) {
        static final Extensions NONE =
                new Extensions(false, false, false, false, ListType.ATOMIC, List.of(), false, null, null, List.of());
    }

    /**
     * Reads {@code openAPIV3Schema} of a custom resource definition.
     *
     * @throws IllegalArgumentException when a schema keyword has a value that makes no sense; the message starts with its path
     */
    public static StructuralSchema parse(Map<String, Object> tree) {
        return new SchemaParser(Map.of()).parse(tree, "");
    }

    /**
     * Reads a schema that is known to make sense, each node when it is first needed. The tree must not be changed any more. A mistake shows as
     * an {@link IllegalArgumentException} wherever the node is met.
     */
    public static StructuralSchema parseLazily(Map<String, Object> tree) {
        return SchemaParser.lazy(Map.of()).parse(tree, "");
    }

    /** A schema that accepts anything and keeps it. */
    public static StructuralSchema anything() {
        return new StructuralSchema(
                SchemaType.ANY,
                LazyChildren.of(Children.NONE),
                SchemaParser.NO_LIMITS,
                new Extensions(true, false, true, false, ListType.ATOMIC, List.of(), false, null, null, List.of()),
                null);
    }

    public SchemaType type() {
        return type;
    }

    /** Declared properties of an object, in the order of the schema. */
    public Map<String, StructuralSchema> properties() {
        return children.get().properties();
    }

    /** Schema of the values of an object whose keys are free; empty when keys are declared or forbidden. */
    public Optional<StructuralSchema> additionalProperties() {
        return Optional.ofNullable(children.get().additionalProperties());
    }

    /** Schema of the items of a list. */
    public Optional<StructuralSchema> items() {
        return Optional.ofNullable(children.get().items());
    }

    public ListType listType() {
        return extensions.listType();
    }

    /** The fields that tell items of a {@link ListType#MAP} list apart; empty for other lists. */
    public List<String> listKeys() {
        return extensions.listKeys();
    }

    /** True when an object is one value, owned as a whole. */
    public boolean atomicMap() {
        return extensions.atomicMap();
    }

    public boolean nullable() {
        return extensions.nullable();
    }

    public boolean intOrString() {
        return extensions.intOrString();
    }

    /** True when the value is an amount of a resource, a text or a number. */
    public boolean isQuantity() {
        return "quantity".equals(limits.format());
    }

    /** True when the value is a whole number of at most 32 bits. */
    public boolean isInt32() {
        return "int32".equals(limits.format());
    }

    /** True when fields that the schema does not declare are kept. */
    public boolean preservesUnknownFields() {
        return extensions.preserveUnknown();
    }

    /** True when the value is an object with apiVersion, kind and metadata of its own. */
    public boolean embeddedResource() {
        return extensions.embedded();
    }

    /** {@code merge}, {@code retainKeys}, {@code replace} or several with commas, for strategic merge patches of built-in kinds. */
    public Optional<String> patchStrategy() {
        return Optional.ofNullable(extensions.patchStrategy());
    }

    /** The field by which a strategic merge patch finds the item that it changes. */
    public Optional<String> patchMergeKey() {
        return Optional.ofNullable(extensions.patchMergeKey());
    }

    /** Rules to evaluate on the value; see {@link SchemaRule}. */
    public List<SchemaRule> rules() {
        return extensions.rules();
    }

    /** What an absent field becomes; empty when it stays absent. */
    public Optional<Object> defaultValue() {
        return Optional.ofNullable(defaultValue);
    }

    /**
     * The schema of a property of this object: declared, else that of free keys.
     *
     * @return empty when the key is neither
     */
    public Optional<StructuralSchema> property(String name) {
        StructuralSchema declared = children.get().properties().get(name);
        return declared != null ? Optional.of(declared) : additionalProperties();
    }

    /** This schema with one property declared (again). */
    public StructuralSchema withProperty(String name, StructuralSchema schema) {
        Children present = children.get();
        Map<String, StructuralSchema> changed = new LinkedHashMap<>(present.properties());
        changed.put(name, schema);
        Children next = new Children(
                Collections.unmodifiableMap(changed),
                present.additionalProperties(),
                present.items(),
                present.composition());
        return new StructuralSchema(type, LazyChildren.of(next), limits, extensions, defaultValue);
    }

    /** All violations below {@code path} (empty for the root), but for the rules; empty when the value is fine. */
    public List<FieldError> validate(@Nullable Object value, String path) {
        return SchemaValidation.of(this, value, path);
    }

    /** Fills in absent fields that have a default, and drops nulls that a default may replace. Changes {@code value}, which must be mutable. */
    public void applyDefaults(@Nullable Object value) {
        SchemaDefaults.apply(this, value);
    }

    /**
     * Removes fields that the schema does not know. Changes {@code value}, which must be mutable.
     *
     * @return the paths of what was removed, in the order found; empty when there was nothing
     */
    public List<String> prune(@Nullable Object value) {
        return SchemaPruning.prune(this, value);
    }

    StructuralSchema withDefault(Object value) {
        return new StructuralSchema(type, children, limits, extensions, value);
    }

    ValueLimits limits() {
        return limits;
    }

    Composition composition() {
        return children.get().composition();
    }

    /** True when this node says nothing that could be violated, here or below. */
    @SuppressWarnings("ReferenceEquality") // One object each stands for "no limits" and "no children".
    boolean acceptsAnything() {
        return type == SchemaType.ANY
                && limits == SchemaParser.NO_LIMITS
                && !extensions.intOrString()
                && children.get() == Children.NONE;
    }
}
