package io.trainyard.core.admission.trainjob;

import io.trainyard.core.admission.defaults.RuntimePatchTimes;
import io.trainyard.core.admission.input.SemanticEquality;
import io.trainyard.core.admission.input.TrainJobChange;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What changes only while a TrainJob has no pods: overrides and patches. */
public final class SuspensionRules {
    private static final List<String> LISTS = List.of("podSpecOverrides", "podTemplateOverrides", "runtimePatches");

    private SuspensionRules() {}

    /** The lists that an update changes. */
    public static List<String> changedLists(Map<String, Object> spec, Map<String, Object> previous) {
        return LISTS.stream()
                .filter(list -> !SemanticEquality.areEqual(list, content(spec, list), content(previous, list)))
                .toList();
    }

    /** Refuses to change them in a job that runs before and after. */
    public static void check(TrainJobChange change, List<String> changedLists, Validation.Builder findings) {
        if (!change.isSuspendedBeforeOrAfter()) {
            changedLists.forEach(list -> findings.error(FieldError.forbidden(
                    "spec." + list,
                    title(list) + " can only be modified when the TrainJob is suspended before or after the update")));
        }
    }

    /**
     * Refuses to change a field while pods of the last run are still there.
     *
     * @param field name of the field below spec, for instance {@code trainer.numNodes}
     * @param activeJobs names of replicated jobs that are active
     */
    public static void checkInactive(String field, List<String> activeJobs, Validation.Builder findings) {
        activeJobs.forEach(job -> findings.error(FieldError.forbidden(
                field,
                title(field.substring(field.lastIndexOf('.') + 1))
                        + " cannot be modified when the JobSet's ReplicatedJob " + job + " is still active")));
    }

    private static List<Object> content(Map<String, Object> spec, String list) {
        List<Object> content = new ArrayList<>();
        Tree.list(spec, list)
                .forEach(entry ->
                        content.add(entry instanceof Map ? RuntimePatchTimes.withoutTime(Tree.child(entry)) : entry));
        return content;
    }

    private static String title(String field) {
        return Character.toUpperCase(field.charAt(0)) + field.substring(1);
    }
}
