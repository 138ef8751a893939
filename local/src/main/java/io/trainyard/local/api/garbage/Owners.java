package io.trainyard.local.api.garbage;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.store.ObjectStore;
import io.trainyard.local.api.store.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The owner references of one object, sorted by what became of the owners.
 *
 * @param solid references to owners that are there
 * @param waiting references to owners that wait for their dependents to go first
 * @param dangling references to owners that are not there, or not where this object can see them
 */
record Owners(List<Map<String, Object>> solid, List<Map<String, Object>> waiting, List<Map<String, Object>> dangling) {
    static final String FOREGROUND = "foregroundDeletion";
    static final String ORPHAN = "orphan";

    static Owners of(StoredObject object, ObjectStore store) {
        Owners owners = new Owners(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (Map<String, Object> reference : references(object)) {
            Optional<StoredObject> owner = owner(object, reference, store);
            if (owner.isEmpty()) {
                owners.dangling.add(reference);
            } else if (waits(owner.get())) {
                owners.waiting.add(reference);
            } else {
                owners.solid.add(reference);
            }
        }
        return owners;
    }

    static List<Map<String, Object>> references(StoredObject object) {
        return Tree.objects(object.tree(), "metadata", "ownerReferences");
    }

    private static Optional<StoredObject> owner(StoredObject object, Map<String, Object> reference, ObjectStore store) {
        return store.byUid(Tree.text(reference, "uid"))
                .filter(owner -> owner.key().name().equals(Tree.text(reference, "name")))
                .filter(owner -> Tree.text(owner.tree(), "kind").equals(Tree.text(reference, "kind")))
                .filter(owner -> owner.resource().group().equals(group(Tree.text(reference, "apiVersion"))))
                .filter(owner -> owner.key().namespace().isEmpty()
                        || owner.key().namespace().equals(object.key().namespace()));
    }

    private static String group(String apiVersion) {
        int slash = apiVersion.indexOf('/');
        return slash < 0 ? "" : apiVersion.substring(0, slash);
    }

    /** Whether an object is to go once its dependents are gone. */
    static boolean waits(StoredObject object) {
        return object.isBeingDeleted() && object.finalizers().contains(FOREGROUND);
    }

    /** Whether an object is to go once its dependents are told that they have no owner any more. */
    static boolean waitsToOrphan(StoredObject object) {
        return object.isBeingDeleted() && object.finalizers().contains(ORPHAN);
    }

    /** Whether an object keeps this owner from going before it. */
    static boolean blocks(StoredObject object, String ownerUid) {
        return references(object).stream()
                .anyMatch(reference ->
                        ownerUid.equals(Tree.text(reference, "uid")) && Tree.flag(reference, "blockOwnerDeletion"));
    }
}
