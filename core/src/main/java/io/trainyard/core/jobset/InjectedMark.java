package io.trainyard.core.jobset;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The annotation of a JobSet that says what the controller added to its pods. A name says nothing: the author of a runtime may use any. A JobSet of
 * another controller, or of an earlier release, has no mark. Pure.
 */
public final class InjectedMark {
    /** The annotation. */
    public static final String ANNOTATION = "trainyard.dev/injected";

    private InjectedMark() {}

    /** The replicated jobs that got what their programs need to report; empty where the JobSet has no mark. */
    public static Optional<Set<String>> reporting(JobSet jobSet) {
        @Nullable Map<String, String> annotations = jobSet.getMetadata().getAnnotations();
        return Optional.ofNullable(annotations)
                .map(present -> present.get(ANNOTATION))
                .map(mark -> Set.copyOf(List.of(mark.split(","))));
    }

    /** Marks a JobSet to which this was added. Removes the annotation where nothing was added: a runtime may contain it. */
    public static void set(JobSet jobSet, Set<String> reporting) {
        @Nullable Map<String, String> present = jobSet.getMetadata().getAnnotations();
        Map<String, String> annotations = new LinkedHashMap<>(present == null ? Map.of() : present);
        annotations.remove(ANNOTATION);
        if (!reporting.isEmpty()) {
            annotations.put(ANNOTATION, String.join(",", new TreeSet<>(reporting)));
        }
        if (!annotations.equals(present)) {
            jobSet.getMetadata().setAnnotations(annotations.isEmpty() ? null : annotations);
        }
    }
}
