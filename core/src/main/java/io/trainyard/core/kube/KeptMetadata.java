package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** What is kept in memory of an object's metadata, in as little room as its class allows. */
final class KeptMetadata {
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private KeptMetadata() {}

    /** In place: the object is fresh, and those who are told of it shall see the same. */
    static void reduce(ObjectMeta metadata, SharedParts parts) {
        metadata.setManagedFields(Collections.emptyList());
        Map<String, String> annotations = metadata.getAnnotations();
        if (annotations != null) {
            annotations.remove(LAST_APPLIED);
        }
        metadata.setAnnotations(parts.texts(annotations));
        metadata.setLabels(parts.texts(metadata.getLabels()));
        metadata.setFinalizers(
                metadata.getFinalizers() == null ? Collections.emptyList() : parts.texts(metadata.getFinalizers()));
        metadata.setNamespace(parts.text(metadata.getNamespace()));
        metadata.setCreationTimestamp(parts.text(metadata.getCreationTimestamp()));
        List<OwnerReference> owners = metadata.getOwnerReferences();
        metadata.setOwnerReferences(
                owners == null ? Collections.emptyList() : parts.plainList(owners, owner -> owner(owner, parts)));
        if (metadata.getAdditionalProperties() == null
                || metadata.getAdditionalProperties().isEmpty()) {
            metadata.setAdditionalProperties(Collections.emptyMap());
        }
    }

    private static OwnerReference owner(OwnerReference owner, SharedParts parts) {
        owner.setApiVersion(parts.text(owner.getApiVersion()));
        owner.setKind(parts.text(owner.getKind()));
        if (owner.getAdditionalProperties() == null
                || owner.getAdditionalProperties().isEmpty()) {
            owner.setAdditionalProperties(Collections.emptyMap());
        }
        return owner;
    }
}
