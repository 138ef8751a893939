package io.trainyard.local.validation;

import io.trainyard.foundation.schema.StructuralSchema;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.BuiltInTypes;
import io.trainyard.local.definitions.Definitions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The schemas in the project's definitions, read once. */
public final class DefinedSchemas {
    private static final Map<String, StructuralSchema> BY_KIND = read();

    private DefinedSchemas() {}

    /** That of one of the project's kinds, with the fields that all objects have; empty for other kinds. */
    public static Optional<StructuralSchema> of(String kind) {
        return Optional.ofNullable(BY_KIND.get(kind));
    }

    private static Map<String, StructuralSchema> read() {
        StructuralSchema text = StructuralSchema.parse(Map.of("type", "string"));
        StructuralSchema metadata = BuiltInTypes.schemas().definition(BuiltInTypes.METADATA);
        Map<String, StructuralSchema> schemas = new HashMap<>();
        for (Map<String, Object> definition : Definitions.load()) {
            Map<String, Object> version =
                    Tree.objects(definition, "spec", "versions").get(0);
            schemas.put(
                    Tree.text(definition, "spec", "names", "kind"),
                    StructuralSchema.parseLazily(Tree.child(version, "schema", "openAPIV3Schema"))
                            .withProperty("apiVersion", text)
                            .withProperty("kind", text)
                            .withProperty("metadata", metadata));
        }
        return Map.copyOf(schemas);
    }
}
