package io.trainyard.local.api.kinds;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What may still change in the specification of a pod: hardly anything. */
final class PodChanges {
    private static final String SCHEDULING_GATES = "schedulingGates";

    private PodChanges() {}

    static List<FieldError> check(Map<String, Object> spec, Map<String, Object> previous) {
        List<FieldError> errors = new ArrayList<>();
        if (!Tree.list(previous, "tolerations").stream().allMatch(Tree.list(spec, "tolerations")::contains)) {
            errors.add(FieldError.forbidden(
                    "spec.tolerations", "existing toleration can not be modified except its tolerationSeconds"));
        }
        List<Object> addedGates = new ArrayList<>(Tree.list(spec, SCHEDULING_GATES));
        addedGates.removeAll(Tree.list(previous, SCHEDULING_GATES));
        if (!addedGates.isEmpty()) {
            errors.add(FieldError.forbidden("spec.schedulingGates", "only deletion is allowed, but found new gates"));
        }
        if (!fixedPart(spec, previous).equals(fixedPart(previous, previous))) {
            errors.add(FieldError.forbidden(
                    "spec",
                    "pod updates may not change fields other than `spec.containers[*].image`,"
                            + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions "
                            + "to existing tolerations),`spec.schedulingGates` (only deletions)"));
        }
        return errors;
    }

    /** A specification without what may change; {@code before} tells whether the pod waits at a gate. */
    private static Map<String, Object> fixedPart(Map<String, Object> spec, Map<String, Object> before) {
        Map<String, Object> rest = Tree.copy(spec);
        rest.remove("activeDeadlineSeconds");
        rest.remove("tolerations");
        rest.remove(SCHEDULING_GATES);
        for (String field : List.of("containers", "initContainers")) {
            Tree.objects(rest, field).forEach(container -> container.remove("image"));
        }
        if (!Tree.list(before, SCHEDULING_GATES).isEmpty()) {
            rest.remove("nodeSelector");
            rest.remove("affinity");
        }
        return rest;
    }
}
