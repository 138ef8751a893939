package io.trainyard.local.api.custom;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.store.ObjectKey;
import io.trainyard.local.api.store.ObjectStore;
import java.util.Map;
import java.util.Optional;

/** The schemas of custom kinds as their definitions have them, with all descriptions. Belongs to the thread of the store. */
public final class DeclaredSchemas {
    private final ObjectStore store;

    public DeclaredSchemas(ObjectStore store) {
        this.store = store;
    }

    /** The schema of a kind, immutable; empty for a built-in kind. */
    public Optional<Map<String, Object>> of(ResourceType type) {
        if (!type.isCustom()) {
            return Optional.empty();
        }
        String name = type.resource().plural() + "." + type.resource().group();
        return store.get(DefinitionRegistrar.DEFINITIONS, new ObjectKey("", name))
                .flatMap(definition -> Tree.objects(definition.tree(), "spec", "versions").stream()
                        .filter(version -> type.resource().version().equals(version.get("name")))
                        .map(version -> Tree.child(version, "schema", "openAPIV3Schema"))
                        .findFirst());
    }
}
