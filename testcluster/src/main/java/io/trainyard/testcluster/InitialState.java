package io.trainyard.testcluster;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a cluster held before its first user, and the way back to it. Not for several threads. */
final class InitialState {
    private static final String DEFINITIONS = "/registry/apiextensions.k8s.io/customresourcedefinitions/";
    private static final String NODES = "/registry/minions/";

    private final KubernetesClient client;
    private final StoredKinds stored;
    private final StoredState state;
    private final Map<String, List<Object>> nodes;

    private InitialState(KubernetesClient client, StoredKinds stored) {
        this.client = client;
        this.stored = stored;
        this.state = stored.state();
        this.nodes = nodes();
    }

    /** The present state. Blocks for two requests. */
    static InitialState of(KubernetesClient client, StoredKinds stored) {
        return new InitialState(client, stored);
    }

    /**
     * Deletes what came since; finalizers are taken off, as nobody serves them any more. Blocks until all of it is gone.
     *
     * @return why the cluster is not what it was, such as a definition that has changed; empty if it is
     */
    Optional<String> restore(Duration limit) {
        StoredState now = stored.state();
        Optional<String> definition = anyOf(now.newSince(state), now.changedSince(state), DEFINITIONS);
        if (definition.isPresent()) {
            // Garbage collection takes half a minute to hear of it.
            return definition.map(key -> key + " is another one");
        }
        Set<String> left = now.newSince(state);
        if (!left.isEmpty()) {
            List<ResourceDefinitionContext> kinds = ApiKinds.of(client);
            delete(left, kinds, false);
            try {
                Poll.until("what came since to be gone", limit, () -> isGone(kinds));
            } catch (IllegalStateException e) {
                return stored.state().newSince(state).stream().findFirst().map(key -> key + " does not go away");
            }
        }
        return stored.state().changedSince(state).stream()
                .filter(key -> !key.startsWith(NODES))
                .findFirst()
                .or(() -> nodes().equals(nodes) ? Optional.empty() : Optional.of("a node"))
                .map(key -> key + " has changed");
    }

    private Optional<Boolean> isGone(List<ResourceDefinitionContext> kinds) {
        Set<String> left = stored.state().newSince(state);
        delete(left, kinds, true);
        return left.isEmpty() ? Optional.of(true) : Optional.empty();
    }

    private static Optional<String> anyOf(Set<String> some, Set<String> others, String prefix) {
        Set<String> all = new TreeSet<>(some);
        all.addAll(others);
        return all.stream().filter(key -> key.startsWith(prefix)).findFirst();
    }

    private void delete(Set<String> keys, List<ResourceDefinitionContext> kinds, boolean finalizersToo) {
        List<StoredObject> objects = new ArrayList<>(
                keys.stream().map(StoredObject::of).flatMap(Optional::stream).toList());
        // Webhooks that nobody answers any more would refuse the rest; and in a namespace that ends nothing is made.
        objects.sort(
                Comparator.comparing((StoredObject object) -> !object.kind().contains("webhook")
                                && !object.kind().contains("policies")
                                && !object.kind().contains("policybindings"))
                        .thenComparing(object -> !object.isNamespace()));
        Set<String> occupied = new HashSet<>();
        objects.forEach(object -> occupied.add(object.namespace()));
        Set<String> emptied = new HashSet<>();
        for (StoredObject object : objects) {
            try {
                if (object.isNamespace() && finalizersToo && !occupied.contains(object.name())) {
                    endNamespace(object.name());
                } else if (object.isNamespace()) {
                    client.namespaces().withName(object.name()).delete();
                } else {
                    ApiKinds.named(object.kind(), kinds)
                            .ifPresent(kind -> delete(object, kind, finalizersToo, emptied));
                }
            } catch (KubernetesClientException e) {
                // Gone already, or tried again in the next round; what stays ends the cluster.
            }
        }
    }

    private void delete(
            StoredObject object, ResourceDefinitionContext kind, boolean finalizersToo, Set<String> emptied) {
        boolean isInLaterNamespace = !object.namespace().isEmpty()
                && !state.revisions().containsKey("/registry/namespaces/" + object.namespace());
        if (isInLaterNamespace && !finalizersToo) {
            // All of the kind at once.
            String path = (kind.getGroup().isEmpty() ? "/api/" : "/apis/" + kind.getGroup() + "/") + kind.getVersion()
                    + "/namespaces/" + object.namespace() + "/" + kind.getPlural() + "?gracePeriodSeconds=0";
            if (emptied.add(path)) {
                client.raw(path, "DELETE", null);
            }
            return;
        }
        var objects = client.genericKubernetesResources(kind);
        var resource = kind.isNamespaceScoped()
                ? objects.inNamespace(object.namespace()).withName(object.name())
                : objects.withName(object.name());
        if (finalizersToo) {
            resource.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":null}}");
        }
        resource.withGracePeriod(0).delete();
    }

    /** As the namespace's controller does when it has found nothing left; a bare cluster has no such controller. */
    private void endNamespace(String name) {
        client.raw(
                "/api/v1/namespaces/" + name + "/finalize",
                "PUT",
                Map.of(
                        "apiVersion",
                        "v1",
                        "kind",
                        "Namespace",
                        "metadata",
                        Map.of("name", name),
                        "spec",
                        Map.of("finalizers", List.of())));
    }

    /** What tests change of nodes. */
    private Map<String, List<Object>> nodes() {
        Map<String, List<Object>> found = new TreeMap<>();
        for (Node node : client.nodes().list().getItems()) {
            found.put(
                    node.getMetadata().getName(),
                    List.of(
                            Optional.ofNullable(node.getMetadata().getLabels()).orElse(Map.of()),
                            node.getSpec(),
                            Optional.ofNullable(node.getStatus().getAllocatable())
                                    .orElse(Map.of())));
        }
        return found;
    }
}
