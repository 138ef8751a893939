package io.trainyard.core.apply;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.Preconditions;
import io.trainyard.spi.component.Component;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes any object that a plugin built exist, unless it already is as it should be. Reads through the plugins' reader, so kinds that are watched cost no
 * request. What is absent is created, never applied: an object that the cache has not heard of is looked at, not overwritten. What is to be changed or
 * deleted is read first, and the write means that object in that state. Lives on the event loop.
 */
public final class ObjectApplier {
    private static final TypeReference<Map<String, Object>> TREE = new TypeReference<>() {};
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final KubeApi api;
    private final CurrentObjects reader;
    private final AppliedVersions versions;
    private final FieldOwnership fields;

    public ObjectApplier(KubeApi api, CurrentObjects reader, AppliedVersions versions) {
        this.api = api;
        this.reader = reader;
        this.versions = versions;
        this.fields = new FieldOwnership(api);
    }

    /** What became of an object. */
    public enum Outcome {
        /** It did not exist and does now. */
        CREATED,
        /** It was changed, or deleted. */
        CHANGED,
        /** It is as it should be, or may not change now. */
        LEFT,
        /** One of another TrainJob of the same name is still there and about to go. */
        WAITING
    }

    /**
     * Makes the object of a component exist, and look as built if it may still change.
     *
     * @param suspended no pod of the TrainJob can run: what may change only then may change now
     * @param confirmation asked before anything is written
     * @return fails with {@link ForeignObjectException} when somebody else controls an object of that name, with {@link StaleViewException} when the
     *     object or the TrainJob is not what it seemed to be
     */
    public Uni<Outcome> apply(Component component, boolean suspended, Confirmation confirmation) {
        return component.updatePolicy() == Component.UpdatePolicy.NEVER
                ? createOnce(component, confirmation)
                : keep(component, suspended, confirmation);
    }

    private Uni<Outcome> keep(Component component, boolean suspended, Confirmation confirmation) {
        HasMetadata desired = component.object();
        return existing(desired).chain(existing -> {
            if (component.updatePolicy() == Component.UpdatePolicy.ABSENT) {
                return existing.filter(found -> isControlledBy(
                                found, controller(desired.getMetadata()).orElseThrow()))
                        .map(found -> delete(found, confirmation))
                        .orElseGet(() -> Uni.createFrom().item(Outcome.LEFT));
            }
            boolean mayChange = component.updatePolicy() != Component.UpdatePolicy.WHILE_SUSPENDED || suspended;
            return existing.isEmpty()
                    ? create(component, mayChange, confirmation)
                    : change(component, existing.get(), mayChange, confirmation);
        });
    }

    private Uni<Outcome> change(Component component, HasMetadata seen, boolean mayChange, Confirmation confirmation) {
        HasMetadata desired = component.object();
        Outcome left = ownership(component, seen.getMetadata());
        if (left == Outcome.WAITING || !mayChange || Coverage.covers(tree(seen), tree(desired))) {
            return Uni.createFrom().item(left);
        }
        return confirmation.confirm().chain(() -> live(seen)).chain(found -> {
            Outcome still = ownership(component, found.getMetadata());
            return still == Outcome.WAITING || Coverage.covers(tree(found), tree(desired))
                    ? Uni.createFrom().item(still)
                    : StaleViewException.insteadOfConflict(fields.take(found)
                            .chain(preconditions -> api.apply(desired, preconditions))
                            .invoke(this::wrote)
                            .replaceWith(Outcome.CHANGED));
        });
    }

    /** Only whose it is matters of an object that never changes; what is random in it is made only if there is none. */
    private Uni<Outcome> createOnce(Component component, Confirmation confirmation) {
        HasMetadata desired = component.object();
        return reader.findMetadata(
                        desired.getClass(),
                        namespace(desired),
                        desired.getMetadata().getName())
                .chain(existing -> existing.isPresent()
                        ? Uni.createFrom().item(() -> ownership(component, existing.get()))
                        : create(component, false, confirmation));
    }

    private Uni<Outcome> create(Component component, boolean mayChange, Confirmation confirmation) {
        HasMetadata desired = component.object();
        Uni<? extends HasMetadata> complete = component.creation().isPresent()
                ? component.creation().get().content().complete(desired)
                : Uni.createFrom().item(desired);
        return confirmation
                .confirm()
                .chain(() -> complete)
                .chain(object -> api.create(object).invoke(this::wrote).replaceWith(Outcome.CREATED))
                .onFailure(ApiFailure.Kind.ALREADY_EXISTS::isOf)
                .recoverWithUni(faster -> component.updatePolicy() == Component.UpdatePolicy.NEVER
                        ? api.getMetadata(
                                        desired.getClass(),
                                        namespace(desired),
                                        desired.getMetadata().getName())
                                .map(found -> ownership(component, found.orElseThrow(() -> deleted(desired))))
                        : live(desired).chain(found -> change(component, found, mayChange, confirmation)));
    }

    private void wrote(HasMetadata answer) {
        versions.wrote(answer);
        reader.wrote(answer);
    }

    /** The object of that name as it is now. */
    private Uni<HasMetadata> live(HasMetadata object) {
        return api.get(
                        object.getClass(),
                        namespace(object),
                        object.getMetadata().getName())
                .map(found -> found.map(HasMetadata.class::cast).orElseThrow(() -> deleted(object)));
    }

    private static StaleViewException deleted(HasMetadata object) {
        return new StaleViewException(name(object) + " has just been deleted");
    }

    /** Whether nothing tells when somebody deletes the object, although pods that start need it: its secret content can be made but once. */
    public boolean isLossUnseen(Component component) {
        return component.creation().isPresent()
                && !reader.isWatched(component.object().getClass());
    }

    private static Outcome ownership(Component component, ObjectMeta existing) {
        Optional<OwnerReference> owner = controller(existing);
        OwnerReference wanted = controller(component.object().getMetadata()).orElseThrow();
        if (owner.filter(found -> found.getUid().equals(wanted.getUid())).isPresent()) {
            return Outcome.LEFT;
        }
        if (owner.filter(found -> isNamesake(found, wanted)).isPresent()) {
            return Outcome.WAITING;
        }
        throw new ForeignObjectException(
                component,
                name(component.object()) + " exists and "
                        + owner.map(found -> "belongs to " + found.getKind() + " " + found.getName())
                                .orElse("has no owner")
                        + ", so it is not controlled by this TrainJob; delete or rename one of them");
    }

    /**
     * Deletes the objects of a kind that an owner controls and that are not among these.
     *
     * @param ownerUid uid of the controlling owner
     * @param confirmation asked before anything is deleted
     */
    public <T extends HasMetadata> Uni<Void> deleteOthers(
            Class<T> kind, String namespace, String ownerUid, Set<String> names, Confirmation confirmation) {
        return reader.list(kind, namespace).chain(found -> {
            List<Uni<Outcome>> deletions = found.stream()
                    .filter(object -> !names.contains(object.getMetadata().getName()))
                    .filter(object -> controller(object.getMetadata())
                            .filter(owner -> owner.getUid().equals(ownerUid))
                            .isPresent())
                    .map(object -> delete(object, confirmation))
                    .toList();
            return deletions.isEmpty()
                    ? Uni.createFrom().voidItem()
                    : Uni.join().all(deletions).andFailFast().replaceWithVoid();
        });
    }

    private Uni<Outcome> delete(HasMetadata seen, Confirmation confirmation) {
        return confirmation
                .confirm()
                .chain(() -> StaleViewException.insteadOfConflict(api.delete(
                        seen.getClass(), namespace(seen), seen.getMetadata().getName(), Preconditions.of(seen))))
                .map(deleted -> deleted ? Outcome.CHANGED : Outcome.LEFT);
    }

    private static boolean isControlledBy(HasMetadata found, OwnerReference wanted) {
        return controller(found.getMetadata())
                .filter(owner -> owner.getUid().equals(wanted.getUid()))
                .isPresent();
    }

    /** Another TrainJob of the same name: garbage collection takes the objects of the one that was deleted. */
    private static boolean isNamesake(OwnerReference found, OwnerReference wanted) {
        return found.getKind().equals(wanted.getKind()) && found.getName().equals(wanted.getName());
    }

    @SuppressWarnings("unchecked")
    private <T extends HasMetadata> Uni<Optional<T>> existing(T desired) {
        return reader.find(
                (Class<T>) desired.getClass(),
                namespace(desired),
                desired.getMetadata().getName());
    }

    private static String namespace(HasMetadata object) {
        @Nullable String namespace = object.getMetadata().getNamespace();
        return namespace == null ? "" : namespace;
    }

    private static Optional<OwnerReference> controller(ObjectMeta metadata) {
        return metadata.getOwnerReferences().stream()
                .filter(owner -> Boolean.TRUE.equals(owner.getController()))
                .findFirst();
    }

    private static Map<String, Object> tree(HasMetadata object) {
        return MAPPER.convertValue(object, TREE);
    }

    private static String name(HasMetadata object) {
        return object.getKind() + " " + object.getMetadata().getNamespace() + "/"
                + object.getMetadata().getName();
    }
}
