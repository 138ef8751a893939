package io.trainyard.core.apply;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.Preconditions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns our ownership of an object's fields from that of a create into that of an apply, before it is applied for the first time. Otherwise a
 * later apply could not remove what the create said: both entries would own it. Creating costs the API server a third less than
 * applying, cannot overwrite anything, and most objects are never written again. Lives on the event loop.
 */
public final class FieldOwnership {
    private static final String MANAGER = "trainer";

    private final KubeApi api;

    public FieldOwnership(KubeApi api) {
        this.api = api;
    }

    /**
     * Completes when our fields are owned as those of an apply.
     *
     * @param found as just read, with its managedFields
     * @return preconditions for the apply; fails with a conflict when the object is not as found any more
     */
    public Uni<Preconditions> take(HasMetadata found) {
        List<ManagedFieldsEntry> entries = found.getMetadata().getManagedFields();
        // After the first apply an entry of the other kind holds only what was patched since, and an apply takes that
        // over.
        if (entries.stream().noneMatch(FieldOwnership::isOurCreate)
                || entries.stream().anyMatch(FieldOwnership::isOurApply)) {
            return Uni.createFrom().item(Preconditions.of(found));
        }
        Map<String, Object> metadata = new HashMap<>();
        metadata.put("resourceVersion", found.getMetadata().getResourceVersion());
        metadata.put("managedFields", turned(found.getMetadata().getManagedFields()));
        return api.mergePatch(
                        found.getClass(),
                        found.getMetadata().getNamespace(),
                        found.getMetadata().getName(),
                        Map.of("metadata", metadata))
                .map(Preconditions::of);
    }

    private static List<ManagedFieldsEntry> turned(List<ManagedFieldsEntry> entries) {
        List<ManagedFieldsEntry> turned = new ArrayList<>(entries);
        turned.stream().filter(FieldOwnership::isOurCreate).forEach(entry -> entry.setOperation("Apply"));
        return turned;
    }

    private static boolean isOurCreate(ManagedFieldsEntry entry) {
        return isOurs(entry) && "Update".equals(entry.getOperation());
    }

    private static boolean isOurApply(ManagedFieldsEntry entry) {
        return isOurs(entry) && "Apply".equals(entry.getOperation());
    }

    /** An entry of ours about the object itself, not its status. */
    public static boolean isOurs(ManagedFieldsEntry entry) {
        return MANAGER.equals(entry.getManager())
                && (entry.getSubresource() == null || entry.getSubresource().isEmpty());
    }
}
