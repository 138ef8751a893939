package io.trainyard.core.admission.trainjob;

import io.trainyard.core.admission.input.SemanticEquality;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What never changes. Rules in the schema compare values that are there before and after; here belong values that appear or vanish,
 * and those that may be written in several ways.
 */
public final class ImmutabilityRules {
    private static final List<List<String>> PRESENCE = List.of(
            List.of("trainer", "image"),
            List.of("trainer", "command"),
            List.of("trainer", "args"),
            List.of("trainer", "numProcPerNode"),
            List.of("activeDeadlineSeconds"));

    private static final List<List<String>> CONTENT =
            List.of(List.of("trainer", "env"), List.of("trainer", "resourcesPerNode"), List.of("plugins"));

    private static final List<String> SOURCES = List.of("dataset", "model");

    private ImmutabilityRules() {}

    /** Findings about an update. */
    public static void check(Map<String, Object> spec, Map<String, Object> previous, Validation.Builder findings) {
        PRESENCE.forEach(path -> presence(path, spec, previous, findings));
        CONTENT.forEach(path -> content(path, spec, previous, findings));
        if (presence(List.of("initializer"), spec, previous, findings)) {
            for (String source : SOURCES) {
                if (presence(List.of("initializer", source), spec, previous, findings)) {
                    presence(List.of("initializer", source, "storageUri"), spec, previous, findings);
                    content(List.of("initializer", source, "env"), spec, previous, findings);
                    content(List.of("initializer", source, "secretRef"), spec, previous, findings);
                }
            }
        }
    }

    /** False when the field appeared or vanished, which is reported. */
    private static boolean presence(
            List<String> path, Map<String, Object> spec, Map<String, Object> previous, Validation.Builder findings) {
        boolean before = at(previous, path) != null;
        boolean after = at(spec, path) != null;
        if (before != after) {
            findings.error(forbidden(
                    path,
                    before
                            ? "is immutable and cannot be removed"
                            : "is immutable and cannot be added to an existing TrainJob"));
        }
        return before == after;
    }

    private static void content(
            List<String> path, Map<String, Object> spec, Map<String, Object> previous, Validation.Builder findings) {
        if (!SemanticEquality.areEqual(path.get(path.size() - 1), at(spec, path), at(previous, path))) {
            findings.error(forbidden(path, "is immutable"));
        }
    }

    private static FieldError forbidden(List<String> path, String message) {
        return FieldError.forbidden("spec." + String.join(".", path), "field " + message);
    }

    private static @Nullable Object at(Map<String, Object> tree, List<String> path) {
        return Tree.at(tree, path.toArray(String[]::new));
    }
}
