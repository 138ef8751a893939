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
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** What a cluster held before its first user, and the way back to it. Not for several threads. */
final class InitialState {
    private static final String DEFINITIONS = "/registry/apiextensions.k8s.io/customresourcedefinitions/";
    private static final String NODES = "/registry/minions/";

    private final KubernetesClient client;
    private final StoredKinds stored;
    private final Map<String, List<Object>> nodes;
    private StoredState state;

    /**
     * Names of definitions that are not what they were.
     *
     * @param added came since
     * @param removed are gone
     * @param changed have another form, or had one meanwhile
     */
    record DefinitionChanges(Set<String> added, Set<String> removed, Set<String> changed) {
        boolean isEmpty() {
            return added.isEmpty() && removed.isEmpty() && changed.isEmpty();
        }

        /** Those that have to be made what they were. */
        Set<String> different() {
            Set<String> names = new TreeSet<>(removed);
            names.addAll(changed);
            return names;
        }
    }

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
     * @param definitions puts back what has become of definitions; asked only if it is something
     * @return why the cluster is not what it was, such as a namespace that does not go away; empty if it is
     */
    Optional<String> restore(Duration limit, Consumer<DefinitionChanges> definitions) {
        Set<String> left = objectsSince(stored.state());
        if (!left.isEmpty()) {
            List<ResourceDefinitionContext> kinds = ApiKinds.of(client);
            delete(left, kinds, false);
            try {
                Poll.until("what came since to be gone", limit, () -> isGone(kinds));
            } catch (IllegalStateException e) {
                return objectsSince(stored.state()).stream().findFirst().map(key -> key + " does not go away");
            }
        }
        StoredState emptied = stored.state();
        Optional<String> changed = emptied.changedSince(state).stream()
                .filter(key -> !key.startsWith(NODES) && !key.startsWith(DEFINITIONS))
                .findFirst()
                .or(() -> nodes().equals(nodes) ? Optional.empty() : Optional.of("a node"))
                .map(key -> key + " has changed");
        DefinitionChanges changes = definitionsSince(emptied);
        if (changed.isEmpty() && !changes.isEmpty()) {
            definitions.accept(changes);
            state = stored.state();
        }
        return changed;
    }

    private DefinitionChanges definitionsSince(StoredState now) {
        Set<String> removed = names(now.changedSince(state));
        Set<String> changed = new TreeSet<>(removed);
        removed.removeIf(name -> now.revisions().containsKey(DEFINITIONS + name));
        changed.removeAll(removed);
        return new DefinitionChanges(names(now.newSince(state)), removed, changed);
    }

    private static Set<String> names(Set<String> keys) {
        return keys.stream()
                .filter(key -> key.startsWith(DEFINITIONS))
                .map(key -> key.substring(DEFINITIONS.length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Definitions are not among them: who deletes one has to wait for those who watch its kind. */
    private Set<String> objectsSince(StoredState now) {
        Set<String> keys = now.newSince(state);
        keys.removeIf(key -> key.startsWith(DEFINITIONS));
        return keys;
    }

    private Optional<Boolean> isGone(List<ResourceDefinitionContext> kinds) {
        Set<String> left = objectsSince(stored.state());
        delete(left, kinds, true);
        return left.isEmpty() ? Optional.of(true) : Optional.empty();
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
