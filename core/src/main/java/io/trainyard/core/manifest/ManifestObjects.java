package io.trainyard.core.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.gang.GangFacts;
import io.trainyard.core.gang.PodDefaults;
import io.trainyard.spi.ObjectReader;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.Stream;

/** The cluster as some manifests describe it: what plugins read when there is no API server. Answers at once, on the calling thread. */
public final class ManifestObjects implements ObjectReader, GangFacts {
    private final List<Manifest<Map<String, Object>>> objects;
    private final String defaultNamespace;

    /**
     * Objects to read.
     *
     * @param objects trees of any kind, see {@link Manifests#others}
     * @param defaultNamespace namespace of namespaced objects that name none
     */
    public ManifestObjects(List<Manifest<Map<String, Object>>> objects, String defaultNamespace) {
        this.objects = List.copyOf(objects);
        this.defaultNamespace = defaultNamespace;
    }

    /** Nobody lists in files what all of a cluster shares, so the answer about such an object that is not there is that it is not known. */
    @Override
    public <T extends HasMetadata> Uni<Optional<T>> find(Class<T> type, String namespace, String name) {
        return Uni.createFrom().item(() -> {
            Optional<T> found = matching(type, namespace)
                    .filter(object -> name.equals(object.getMetadata().getName()))
                    .findFirst();
            if (found.isEmpty() && !Namespaced.class.isAssignableFrom(type)) {
                throw new NoSuchElementException("it is not among the files, and there is no cluster to ask");
            }
            return found;
        });
    }

    @Override
    public <T extends HasMetadata> Uni<List<T>> list(Class<T> type, String namespace) {
        return Uni.createFrom().item(() -> matching(type, namespace).toList());
    }

    @Override
    public PodDefaults podDefaults(String namespace) {
        return PodDefaults.of(
                matching(LimitRange.class, namespace.isEmpty() ? defaultNamespace : namespace)
                        .toList(),
                matching(RuntimeClass.class, "").toList());
    }

    /** Nobody lists definitions beside the objects that need them. */
    @Override
    public boolean isMissing(Class<? extends HasMetadata> kind) {
        return false;
    }

    private <T extends HasMetadata> Stream<T> matching(Class<T> type, String namespace) {
        String apiVersion = HasMetadata.getApiVersion(type);
        String kind = HasMetadata.getKind(type);
        return objects.stream()
                .map(Manifest::object)
                .filter(tree -> kind.equals(tree.get("kind")) && apiVersion.equals(tree.get("apiVersion")))
                .map(tree -> TreeConversion.toObject(TreeConversion.withoutNulls(tree), type))
                .filter(object -> !(object instanceof Namespaced)
                        || namespace.equals(
                                Optional.ofNullable(object.getMetadata().getNamespace())
                                        .orElse(defaultNamespace)));
    }
}
