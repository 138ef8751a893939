package io.trainyard.testcluster;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;
import java.util.Set;

/** Empties namespaces of a bare cluster, where no controller does it; finalizers are taken off, as nobody serves them. */
final class NamespaceCleaner {
    private final KubernetesClient client;
    private final StoredKinds stored;
    private volatile List<ResourceDefinitionContext> kinds = List.of();

    NamespaceCleaner(KubernetesClient client, StoredKinds stored) {
        this.client = client;
        this.stored = stored;
    }

    void clean(String namespace) {
        Set<String> here = stored.of(namespace);
        if (!areKnown(here)) {
            kinds = namespacedKinds();
        }
        // What nobody can tell the kind of may be of any.
        boolean any = !areKnown(here);
        kinds.stream()
                .filter(kind -> any || here.stream().anyMatch(name -> ApiKinds.isNameOf(name, kind)))
                .forEach(kind -> empty(kind, namespace));
    }

    private boolean areKnown(Set<String> names) {
        return names.stream().allMatch(name -> kinds.stream().anyMatch(kind -> ApiKinds.isNameOf(name, kind)));
    }

    private List<ResourceDefinitionContext> namespacedKinds() {
        return ApiKinds.of(client).stream()
                .filter(ResourceDefinitionContext::isNamespaceScoped)
                .toList();
    }

    private void empty(ResourceDefinitionContext kind, String namespace) {
        client.genericKubernetesResources(kind)
                .inNamespace(namespace)
                .list()
                .getItems()
                .forEach(object -> delete(kind, object));
    }

    private void delete(ResourceDefinitionContext kind, GenericKubernetesResource object) {
        var resource = client.genericKubernetesResources(kind).resource(object);
        if (!object.getMetadata().getFinalizers().isEmpty()) {
            resource.patch("{\"metadata\":{\"finalizers\":null}}");
        }
        resource.withGracePeriod(0).delete();
    }
}
