package io.trainyard.local.api.custom;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.resource.ResourceTypes;
import io.trainyard.local.api.store.Change;
import io.trainyard.local.api.store.GroupResource;
import io.trainyard.local.api.store.ObjectStore;
import io.trainyard.local.api.store.StoredObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Serves the kinds of the definitions that are in the store, and no others. */
public final class DefinitionRegistrar {
    static final GroupResource DEFINITIONS = new GroupResource("apiextensions.k8s.io", "customresourcedefinitions");

    private final ResourceTypes types;
    private final CustomTypes customTypes;
    private final Consumer<GroupResource> onRemoval;

    /** {@code onRemoval} is told of kinds that are served no more, after their objects are gone. */
    public DefinitionRegistrar(ResourceTypes types, CustomTypes customTypes, Consumer<GroupResource> onRemoval) {
        this.types = types;
        this.customTypes = customTypes;
        this.onRemoval = onRemoval;
    }

    /** A definition with copies of those of its parts that the server completes; the others, which are large, are shared. */
    public static Map<String, Object> completable(Map<String, Object> definition) {
        Map<String, Object> object = new LinkedHashMap<>(definition);
        Map<String, Object> spec = new LinkedHashMap<>(Tree.child(definition, "spec"));
        spec.put("names", Tree.copy(Tree.child(spec, "names")));
        object.put("spec", spec);
        object.put("metadata", Tree.copy(Tree.child(definition, "metadata")));
        object.remove("status");
        return object;
    }

    /** From now on, what is served is what the definitions in a store say. */
    public void observe(ObjectStore store) {
        store.addListener(change -> observe(store, change));
    }

    private void observe(ObjectStore store, Change change) {
        if (!change.object().resource().equals(DEFINITIONS)) {
            return;
        }
        Map<String, Object> definition = change.object().tree();
        if (change.type() == Change.Type.DELETED) {
            withdraw(store, definition);
        } else {
            List<ResourceType> declared = customTypes.of(definition);
            GroupResource storage = storage(definition);
            for (ResourceType known : List.copyOf(types.all())) {
                boolean stays =
                        declared.stream().anyMatch(type -> type.resource().equals(known.resource()));
                if (known.storage().equals(storage) && !stays) {
                    types.remove(known.resource());
                }
            }
            declared.forEach(types::add);
        }
    }

    private void withdraw(ObjectStore store, Map<String, Object> definition) {
        GroupResource storage = storage(definition);
        for (StoredObject object : store.list(storage, "")) {
            store.remove(storage, object.key());
        }
        for (ResourceType known : List.copyOf(types.all())) {
            if (known.storage().equals(storage)) {
                types.remove(known.resource());
            }
        }
        onRemoval.accept(storage);
    }

    private static GroupResource storage(Map<String, Object> definition) {
        return new GroupResource(
                Tree.text(definition, "spec", "group"), Tree.text(definition, "spec", "names", "plural"));
    }
}
