package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An API server that takes no request at all: tests override what may be asked, and whatever else is asked fails them. */
public abstract class RefusingKubeApi implements KubeApi {
    @Override
    public <T extends HasMetadata> Uni<Optional<T>> get(Class<T> type, String namespace, String name) {
        throw new UnsupportedOperationException("get");
    }

    @Override
    public <T extends HasMetadata> Uni<List<T>> list(Class<T> type, String namespace, Map<String, String> labels) {
        throw new UnsupportedOperationException("list");
    }

    @Override
    public <T extends HasMetadata> Uni<T> create(T object) {
        throw new UnsupportedOperationException("create");
    }

    @Override
    public <T extends HasMetadata> Uni<T> apply(T object) {
        throw new UnsupportedOperationException("apply");
    }

    @Override
    public <T extends HasMetadata> Uni<T> apply(T object, Preconditions preconditions) {
        throw new UnsupportedOperationException("apply");
    }

    @Override
    public <T extends HasMetadata> Uni<T> update(T object) {
        throw new UnsupportedOperationException("update");
    }

    @Override
    public <T extends HasMetadata> Uni<T> mergePatch(
            Class<T> type, String namespace, String name, Map<String, Object> patch) {
        throw new UnsupportedOperationException("mergePatch");
    }

    @Override
    public <T extends HasMetadata> Uni<T> mergePatchStatus(
            Class<T> type, String namespace, String name, Map<String, Object> patch) {
        throw new UnsupportedOperationException("mergePatchStatus");
    }

    @Override
    public Uni<Void> applyStatus(HasMetadata seen, Map<String, Object> status) {
        throw new UnsupportedOperationException("applyStatus");
    }

    @Override
    public Uni<Boolean> delete(
            Class<? extends HasMetadata> type, String namespace, String name, Preconditions preconditions) {
        throw new UnsupportedOperationException("delete");
    }

    @Override
    public Uni<Boolean> deleteAfterDependents(
            Class<? extends HasMetadata> type, String namespace, String name, Preconditions preconditions) {
        throw new UnsupportedOperationException("deleteAfterDependents");
    }
}
