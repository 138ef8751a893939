package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import java.util.Map;

/** Every request to the API server, those that change something among them; without blocking, as {@link KubeReader} says. */
public interface KubeApi extends KubeReader {
    /** Creates an object; {@link ApiFailure.Kind#ALREADY_EXISTS} when there is one of that name. */
    <T extends HasMetadata> Uni<T> create(T object);

    /**
     * Server-side apply with our field manager, forced: creates or changes whatever object has that name. The object must hold only what we own.
     */
    <T extends HasMetadata> Uni<T> apply(T object);

    /**
     * The same as a change of one object in one state: nothing is created, and no other object of that name is touched.
     *
     * @return fails with {@link ApiFailure.Kind#CONFLICT} when the preconditions do not hold
     */
    <T extends HasMetadata> Uni<T> apply(T object, Preconditions preconditions);

    /** Replaces an object; {@link ApiFailure.Kind#CONFLICT} when its resourceVersion is old. */
    <T extends HasMetadata> Uni<T> update(T object);

    /** JSON merge patch of an object; lists are replaced as a whole, null deletes. */
    <T extends HasMetadata> Uni<T> mergePatch(Class<T> type, String namespace, String name, Map<String, Object> patch);

    /**
     * JSON merge patch of the status subresource. With a {@code metadata.resourceVersion} in it, {@link ApiFailure.Kind#CONFLICT} when that is old; a
     * uid in it is ignored by API servers.
     */
    <T extends HasMetadata> Uni<T> mergePatchStatus(
            Class<T> type, String namespace, String name, Map<String, Object> patch);

    /**
     * Server-side apply of the status subresource with our field manager, forced: what we owned of the status and do not send any more is removed. No object
     * is created, and no other object of that name is touched.
     *
     * @param seen the object in the state that is to be changed
     * @param status all that we own of it
     * @return fails with {@link ApiFailure.Kind#CONFLICT} when the object of that name has another resourceVersion, as each has that was created later
     */
    Uni<Void> applyStatus(HasMetadata seen, Map<String, Object> status);

    /**
     * Deletes an object in the background.
     *
     * @return false when there is no object of that uid any more; fails with {@link ApiFailure.Kind#CONFLICT} when it has another resourceVersion
     */
    Uni<Boolean> delete(Class<? extends HasMetadata> type, String namespace, String name, Preconditions preconditions);

    /**
     * Deletes an object after everything that it owns: it stays, on its way out, until that is gone.
     *
     * @return as {@link #delete}
     */
    Uni<Boolean> deleteAfterDependents(
            Class<? extends HasMetadata> type, String namespace, String name, Preconditions preconditions);
}
