package io.trainyard.local.api.custom;

import io.trainyard.foundation.regex.PlainText;
import io.trainyard.foundation.schema.SchemaRule;
import io.trainyard.foundation.schema.StructuralSchema;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.request.SchemaRules;
import io.trainyard.local.api.resource.KindBehavior;
import io.trainyard.local.api.resource.LazySchema;
import io.trainyard.local.api.resource.PrinterColumn;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.resource.ResourceType.Names;
import io.trainyard.local.api.resource.ResourceType.Origin;
import io.trainyard.local.api.resource.ResourceType.ScalePaths;
import io.trainyard.local.client.Resource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads custom resource definitions. Belongs to the thread of the store. */
public final class CustomTypes {
    private static final PrinterColumn AGE = PrinterColumn.age(
            "CreationTimestamp is a timestamp representing the server time when this object was created.");

    private final Supplier<StructuralSchema> metadata;
    private final SchemaRules rules;

    /**
     * Kinds whose objects have this metadata and obey such rules.
     *
     * @param metadata schema of the metadata of any object
     */
    public CustomTypes(Supplier<StructuralSchema> metadata, SchemaRules rules) {
        this.metadata = metadata;
        this.rules = rules;
    }

    /**
     * Reads all schemas of a definition.
     *
     * @throws IllegalArgumentException when a schema makes no sense; the message begins with the path of what is wrong
     */
    public void check(Map<String, Object> definition) {
        List<Map<String, Object>> versions = Tree.objects(definition, "spec", "versions");
        for (int i = 0; i < versions.size(); i++) {
            String path = "spec.versions[" + i + "]";
            checkRules(schema(declared(versions.get(i)), path), path + ".schema.openAPIV3Schema");
        }
    }

    private void checkRules(StructuralSchema schema, String path) {
        for (int i = 0; i < schema.rules().size(); i++) {
            SchemaRule rule = schema.rules().get(i);
            Optional<String> problem = rules.problemOf(rule);
            if (problem.isPresent()) {
                throw new IllegalArgumentException(path + ".x-kubernetes-validations[" + i
                        + "].rule: this server cannot evaluate \"" + rule.rule() + "\": " + problem.get());
            }
        }
        schema.properties().forEach((name, property) -> checkRules(property, path + ".properties[" + name + "]"));
        schema.additionalProperties().ifPresent(values -> checkRules(values, path + ".additionalProperties"));
        schema.items().ifPresent(items -> checkRules(items, path + ".items"));
    }

    /** The kinds that a definition declares, one for each version that is served. Schemas are read when they are first needed. */
    public List<ResourceType> of(Map<String, Object> definition) {
        List<ResourceType> types = new ArrayList<>();
        for (Map<String, Object> version : Tree.objects(definition, "spec", "versions")) {
            if (Tree.flag(version, "served")) {
                types.add(type(definition, version));
            }
        }
        return types;
    }

    private ResourceType type(Map<String, Object> definition, Map<String, Object> version) {
        Map<String, Object> spec = Tree.child(definition, "spec");
        List<String> subresources = new ArrayList<>();
        Tree.child(version, "subresources").forEach((name, value) -> subresources.add(name));
        List<String> selectable = new ArrayList<>();
        Tree.objects(version, "selectableFields")
                .forEach(field -> selectable.add(PlainText.withoutStart(Tree.text(field, "jsonPath"), ".")));
        return new ResourceType(
                new Resource(Tree.text(spec, "group"), Tree.text(version, "name"), Tree.text(spec, "names", "plural")),
                names(Tree.child(spec, "names")),
                Tree.text(spec, "scope").equals("Namespaced"),
                Origin.CUSTOM,
                LazySchema.of(() -> complete(StructuralSchema.parseLazily(declared(version)))),
                subresources,
                scale(Tree.child(version, "subresources")),
                KindBehavior.DEFAULT,
                columns(version),
                selectable);
    }

    private static Names names(Map<String, Object> names) {
        String kind = Tree.text(names, "kind");
        String list = Tree.text(names, "listKind");
        String singular = Tree.text(names, "singular");
        return new Names(
                kind,
                list.isEmpty() ? kind + "List" : list,
                singular.isEmpty() ? kind.toLowerCase(Locale.ROOT) : singular,
                strings(Tree.list(names, "shortNames")),
                strings(Tree.list(names, "categories")));
    }

    private static List<String> strings(List<Object> values) {
        return values.stream().map(String::valueOf).toList();
    }

    private static Map<String, Object> declared(Map<String, Object> version) {
        return Tree.child(version, "schema", "openAPIV3Schema");
    }

    private StructuralSchema schema(Map<String, Object> tree, String path) {
        try {
            return complete(StructuralSchema.parse(tree));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(path + ".schema.openAPIV3Schema" + e.getMessage(), e);
        }
    }

    private StructuralSchema complete(StructuralSchema declared) {
        StructuralSchema text = StructuralSchema.parse(Map.of("type", "string"));
        return declared.withProperty("apiVersion", text)
                .withProperty("kind", text)
                .withProperty("metadata", metadata.get());
    }

    private static Optional<ScalePaths> scale(Map<String, Object> subresources) {
        Map<String, Object> scale = Tree.child(subresources, "scale");
        return scale.isEmpty()
                ? Optional.empty()
                : Optional.of(new ScalePaths(
                        steps(Tree.text(scale, "specReplicasPath")),
                        steps(Tree.text(scale, "statusReplicasPath")),
                        steps(Tree.text(scale, "labelSelectorPath"))));
    }

    private static List<String> steps(String path) {
        return Arrays.stream(path.split("\\.")).filter(step -> !step.isEmpty()).toList();
    }

    private static List<PrinterColumn> columns(Map<String, Object> version) {
        List<PrinterColumn> columns = new ArrayList<>();
        for (Map<String, Object> column : Tree.objects(version, "additionalPrinterColumns")) {
            JsonPath path = JsonPath.parse(Tree.text(column, "jsonPath"));
            columns.add(new PrinterColumn(
                    Tree.text(column, "name"),
                    Tree.text(column, "type"),
                    Tree.text(column, "format"),
                    (int) Tree.integer(0, column, "priority"),
                    Tree.text(column, "description"),
                    path::first));
        }
        return columns.isEmpty() ? List.of(AGE) : columns;
    }
}
