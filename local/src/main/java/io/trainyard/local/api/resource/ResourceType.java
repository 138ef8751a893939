package io.trainyard.local.api.resource;

import io.trainyard.foundation.schema.StructuralSchema;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.store.GroupResource;
import io.trainyard.local.api.store.StoredObject;
import io.trainyard.local.client.Resource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One kind in one version, as the server serves it.
 *
 * @param resource group, version and plural
 * @param names what it is called
 * @param namespaced whether its objects live in namespaces
 * @param origin built in, or declared by a custom resource definition
 * @param lazySchema of the whole object, {@code metadata} included
 * @param subresources such as {@code status}
 * @param scale where the scale subresource finds its numbers; empty when there is none
 * @param behavior what is special about the kind
 * @param columns what {@code kubectl get} shows, without the name
 * @param selectableFields paths that field selectors may name, besides name and namespace
 */
public record ResourceType(
        Resource resource,
        Names names,
        boolean namespaced,
        Origin origin,
        LazySchema lazySchema,
        List<String> subresources,
        Optional<ScalePaths> scale,
        KindBehavior behavior,
        List<PrinterColumn> columns,
        List<String> selectableFields) {

    /** Where a kind comes from. Some rules differ between the two, as they do in a cluster. */
    public enum Origin {
        BUILT_IN,
        CUSTOM
    }

    /**
     * What a kind is called.
     *
     * @param kind such as {@code Pod}
     * @param list kind of its lists, such as {@code PodList}
     * @param singular lower-case singular
     * @param shortNames what users may type instead; may be empty
     * @param categories groups such as {@code all}; may be empty
     */
    public record Names(String kind, String list, String singular, List<String> shortNames, List<String> categories) {}

    /**
     * Where the numbers of the scale subresource lie, as paths from the root of the object.
     *
     * @param selector empty when there is none
     */
    public record ScalePaths(List<String> specReplicas, List<String> statusReplicas, List<String> selector) {}

    /** Schema of the whole object, {@code metadata} included. */
    public StructuralSchema schema() {
        return lazySchema.get();
    }

    public String kind() {
        return names.kind();
    }

    public String apiVersion() {
        return resource.apiVersion();
    }

    /** Where its objects are kept, together with those of other versions. */
    public GroupResource storage() {
        return new GroupResource(resource.group(), resource.plural());
    }

    public boolean isCustom() {
        return origin == Origin.CUSTOM;
    }

    public boolean hasStatus() {
        return subresources.contains("status");
    }

    /** The object as this version shows it: all versions have the same fields, only {@code apiVersion} differs. */
    public Map<String, Object> render(StoredObject object) {
        Map<String, Object> tree = object.tree();
        if (apiVersion().equals(tree.get("apiVersion"))) {
            return tree;
        }
        Map<String, Object> rendered = new LinkedHashMap<>(tree);
        rendered.put("apiVersion", apiVersion());
        return rendered;
    }

    /** True when field selectors may name this field. */
    public boolean isSelectable(String field) {
        return field.equals("metadata.name")
                || (namespaced && field.equals("metadata.namespace"))
                || selectableFields.contains(field);
    }

    /** The value of a selectable field; empty when the object has none. */
    public String fieldOf(Map<String, Object> object, String field) {
        Object value = Tree.at(object, field.split("\\."));
        return value == null ? "" : String.valueOf(value);
    }
}
