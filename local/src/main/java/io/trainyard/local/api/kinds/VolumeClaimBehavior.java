package io.trainyard.local.api.kinds;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.KindBehavior;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Claims of volumes: pending until somebody binds them. They may be deleted while pods use them, for nobody guards them here. */
final class VolumeClaimBehavior implements KindBehavior {
    @Override
    public void applyDefaults(Map<String, Object> claim) {
        Tree.ensure(claim, "spec").putIfAbsent("volumeMode", "Filesystem");
    }

    @Override
    public void prepareCreate(Map<String, Object> claim) {
        claim.put("status", Tree.of("phase", "Pending"));
    }

    @Override
    public List<FieldError> validateCreate(Map<String, Object> claim) {
        List<FieldError> errors = new ArrayList<>();
        if (Tree.list(claim, "spec", "accessModes").isEmpty()) {
            errors.add(FieldError.required("spec.accessModes", "at least 1 access mode is required"));
        }
        if (Tree.at(claim, "spec", "resources", "requests", "storage") == null) {
            errors.add(FieldError.required("spec.resources[storage]", ""));
        }
        return errors;
    }

    @Override
    public boolean returnsDeletedObject() {
        return true;
    }
}
