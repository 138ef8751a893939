package io.trainyard.testcluster;

import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Empties namespaces of a bare cluster, where no controller does it; finalizers are taken off, as nobody serves them. */
final class NamespaceCleaner {
    /** Kinds that are stored under a name that is not their plural. */
    private static final Map<String, String> STORED_AS =
            Map.of("services/specs", "services", "ingress", "ingresses", "controllers", "replicationcontrollers");

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
                .filter(kind -> any || here.stream().anyMatch(name -> isNameOf(name, kind)))
                .forEach(kind -> empty(kind, namespace));
    }

    private boolean areKnown(Set<String> names) {
        return names.stream().allMatch(name -> kinds.stream().anyMatch(kind -> isNameOf(name, kind)));
    }

    private static boolean isNameOf(String stored, ResourceDefinitionContext kind) {
        String name = STORED_AS.getOrDefault(stored, stored);
        return name.equals(kind.getPlural())
                || name.equals(kind.getGroup() + "/" + kind.getPlural())
                || name.equals("services/" + kind.getPlural());
    }

    private List<ResourceDefinitionContext> namespacedKinds() {
        List<ResourceDefinitionContext> found =
                new ArrayList<>(namespacedKinds("", "v1", client.getApiResources("v1")));
        for (APIGroup group : client.getApiGroups().getGroups()) {
            String version = group.getPreferredVersion().getVersion();
            found.addAll(
                    namespacedKinds(group.getName(), version, client.getApiResources(group.getName() + "/" + version)));
        }
        return List.copyOf(found);
    }

    private static List<ResourceDefinitionContext> namespacedKinds(
            String group, String version, APIResourceList resources) {
        return resources.getResources().stream()
                .filter(APIResource::getNamespaced)
                .filter(resource -> resource.getVerbs().containsAll(List.of("deletecollection", "list")))
                .map(resource -> new ResourceDefinitionContext.Builder()
                        .withGroup(group)
                        .withVersion(version)
                        .withKind(resource.getKind())
                        .withPlural(resource.getName())
                        .withNamespaced(true)
                        .build())
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
