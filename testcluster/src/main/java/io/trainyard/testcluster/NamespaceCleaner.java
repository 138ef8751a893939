package io.trainyard.testcluster;

import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;

/** Empties a namespace of a bare cluster, where no controller does it; finalizers are taken off, as nobody serves them. */
final class NamespaceCleaner {

    private final KubernetesClient client;

    NamespaceCleaner(KubernetesClient client) {
        this.client = client;
    }

    void clean(String namespace) {
        clean(namespace, "", "v1", client.getApiResources("v1"));
        for (APIGroup group : client.getApiGroups().getGroups()) {
            String version = group.getPreferredVersion().getVersion();
            clean(namespace, group.getName(), version, client.getApiResources(group.getName() + "/" + version));
        }
    }

    private void clean(String namespace, String group, String version, APIResourceList resources) {
        for (APIResource resource : resources.getResources()) {
            List<String> verbs = resource.getVerbs();
            if (resource.getNamespaced() && verbs.contains("deletecollection") && verbs.contains("list")) {
                ResourceDefinitionContext kind = new ResourceDefinitionContext.Builder()
                        .withGroup(group)
                        .withVersion(version)
                        .withKind(resource.getKind())
                        .withPlural(resource.getName())
                        .withNamespaced(true)
                        .build();
                client.genericKubernetesResources(kind).inNamespace(namespace).list().getItems().stream()
                        .forEach(object -> delete(kind, object));
            }
        }
    }

    private void delete(ResourceDefinitionContext kind, GenericKubernetesResource object) {
        var resource = client.genericKubernetesResources(kind).resource(object);
        if (!object.getMetadata().getFinalizers().isEmpty()) {
            resource.patch("{\"metadata\":{\"finalizers\":null}}");
        }
        resource.withGracePeriod(0).delete();
    }
}
