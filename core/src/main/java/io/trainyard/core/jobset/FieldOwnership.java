package io.trainyard.core.jobset;

import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.KubeApi;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Turns our ownership of a JobSet's fields from that of a create into that of an apply, once, before it is applied for the first time. Otherwise a
 * later apply could not remove what the create said: both entries would own it. Creating costs the API server a third less than
 * applying, and most JobSets are never written again. Lives on the event loop.
 */
final class FieldOwnership {
    private static final String MANAGER = "trainer";
    private static final int MAX_REMEMBERED = 100_000;

    private final KubeApi api;
    private final Set<String> applied = new HashSet<>();

    FieldOwnership(KubeApi api) {
        this.api = api;
    }

    private void setApplied(JobSet jobSet) {
        if (applied.size() >= MAX_REMEMBERED) {
            applied.clear();
        }
        applied.add(jobSet.getMetadata().getUid());
    }

    /**
     * Completes when our fields are owned as those of an apply.
     *
     * @return false when this JobSet was deleted meanwhile; fails with a conflict when it is changed at this moment
     */
    Uni<Boolean> take(JobSet live) {
        if (applied.contains(live.getMetadata().getUid())) {
            return Uni.createFrom().item(true);
        }
        String namespace = live.getMetadata().getNamespace();
        String name = live.getMetadata().getName();
        return api.get(JobSet.class, namespace, name).chain(found -> {
            if (found.filter(jobSet -> hasUidOf(live, jobSet)).isEmpty()) {
                return Uni.createFrom().item(false);
            }
            if (!hasCreateEntry(found.get())) {
                setApplied(live);
                return Uni.createFrom().item(true);
            }
            Map<String, Object> metadata = new HashMap<>();
            metadata.put("resourceVersion", found.get().getMetadata().getResourceVersion());
            metadata.put("managedFields", turned(found.get().getMetadata().getManagedFields()));
            return api.mergePatch(JobSet.class, namespace, name, Map.of("metadata", metadata))
                    .invoke(() -> setApplied(live))
                    .replaceWith(true);
        });
    }

    private static boolean hasUidOf(JobSet live, JobSet found) {
        return Objects.equals(live.getMetadata().getUid(), found.getMetadata().getUid());
    }

    private static boolean hasCreateEntry(JobSet jobSet) {
        return jobSet.getMetadata().getManagedFields().stream().anyMatch(FieldOwnership::isOurCreate);
    }

    private static List<ManagedFieldsEntry> turned(List<ManagedFieldsEntry> entries) {
        List<ManagedFieldsEntry> turned = new ArrayList<>(entries);
        turned.stream().filter(FieldOwnership::isOurCreate).forEach(entry -> entry.setOperation("Apply"));
        return turned;
    }

    private static boolean isOurCreate(ManagedFieldsEntry entry) {
        return isOurs(entry) && "Update".equals(entry.getOperation());
    }

    /** An entry of ours about the object itself, not its status. */
    static boolean isOurs(ManagedFieldsEntry entry) {
        return MANAGER.equals(entry.getManager())
                && (entry.getSubresource() == null || entry.getSubresource().isEmpty());
    }
}
