package io.trainyard.testcluster;

import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The kinds whose objects can be listed and deleted, and how etcd's keys name them. */
final class ApiKinds {
    /** Kinds that are stored under a name that is not their plural. */
    private static final Map<String, String> STORED_AS = Map.of(
            "services/specs",
            "services",
            "ingress",
            "ingresses",
            "controllers",
            "replicationcontrollers",
            "minions",
            "nodes");

    private ApiKinds() {}

    /** Blocks for one request per group of the API. */
    static List<ResourceDefinitionContext> of(KubernetesClient client) {
        List<ResourceDefinitionContext> found = new ArrayList<>(kinds("", "v1", client.getApiResources("v1")));
        for (APIGroup group : client.getApiGroups().getGroups()) {
            String version = group.getPreferredVersion().getVersion();
            found.addAll(kinds(group.getName(), version, client.getApiResources(group.getName() + "/" + version)));
        }
        return List.copyOf(found);
    }

    private static List<ResourceDefinitionContext> kinds(String group, String version, APIResourceList resources) {
        return resources.getResources().stream()
                .filter(resource -> resource.getVerbs().containsAll(List.of("deletecollection", "list")))
                .map(resource -> new ResourceDefinitionContext.Builder()
                        .withGroup(group)
                        .withVersion(version)
                        .withKind(resource.getKind())
                        .withPlural(resource.getName())
                        .withNamespaced(resource.getNamespaced())
                        .build())
                .toList();
    }

    /** The kind that keys call so, such as {@code pods}, {@code services/specs} or {@code example.com/widgets}. */
    static Optional<ResourceDefinitionContext> named(String stored, List<ResourceDefinitionContext> kinds) {
        return kinds.stream().filter(kind -> isNameOf(stored, kind)).findFirst();
    }

    static boolean isNameOf(String stored, ResourceDefinitionContext kind) {
        String name = STORED_AS.getOrDefault(stored, stored);
        return name.equals(kind.getPlural())
                || name.equals(kind.getGroup() + "/" + kind.getPlural())
                || name.equals("services/" + kind.getPlural());
    }
}
