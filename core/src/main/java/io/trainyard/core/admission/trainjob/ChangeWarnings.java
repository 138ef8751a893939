package io.trainyard.core.admission.trainjob;

import io.trainyard.core.admission.input.DecodedTrainJob;
import io.trainyard.core.admission.input.SemanticEquality;
import io.trainyard.foundation.field.Validation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Changes that are allowed and do less than one may think. */
public final class ChangeWarnings {
    private static final List<String> METADATA = List.of("labels", "annotations");
    private static final List<String> OLD_FIELDS =
            List.of("labels", "annotations", "podSpecOverrides", "podTemplateOverrides", "plugins");

    private ChangeWarnings() {}

    /** Findings about an update. */
    public static void check(DecodedTrainJob current, DecodedTrainJob previous, Validation.Builder findings) {
        Map<String, Object> spec = current.spec();
        Map<String, Object> old = previous.spec();
        for (String field : METADATA) {
            if (!SemanticEquality.areEqual(field, spec.get(field), old.get(field))) {
                findings.warning("spec." + field + ": the JobSet gets changed " + field
                        + ", that of a running TrainJob at the next suspend or resume; existing Jobs keep theirs");
            }
        }
        if (previous.object().statusOrEmpty().isFinished()
                && !SemanticEquality.areEqual("", withoutSuspend(spec), withoutSuspend(old))) {
            findings.warning("spec: the TrainJob has ended, so the change has no effect");
        }
        if (current.isSuspended() != previous.isSuspended()) {
            for (String field : OLD_FIELDS) {
                @Nullable Object gone = old.get(field);
                if (!SemanticEquality.isEmpty(gone) && SemanticEquality.isEmpty(spec.get(field))) {
                    findings.warning("spec." + field
                            + ": was removed together with a change of suspend; clients of another release of the API do"
                            + " that without meaning to");
                }
            }
        }
    }

    private static Map<String, Object> withoutSuspend(Map<String, Object> spec) {
        Map<String, Object> copy = new LinkedHashMap<>(spec);
        copy.remove("suspend");
        return copy;
    }
}
