package io.trainyard.core.manifest;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.yaml.Document;
import io.trainyard.foundation.yaml.Problem;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks for slips in the parts of our objects that belong to others: JobSets, Job templates and pod specs. An unknown field may be right in a
 * newer version than the one we were built with, so it is only worth a note; a wrong type is wrong everywhere.
 */
final class TemplateCheck {
    private final ShapeCheck check;

    TemplateCheck(Document document, Consumer<Problem> notes, Consumer<Problem> problems) {
        this.check = new ShapeCheck(document, unknown -> notes.accept(asNote(unknown)), problems);
    }

    private static Problem asNote(Problem unknown) {
        String message = unknown.message().replace("unknown field", "not a field that we know");
        return new Problem(unknown.location(), unknown.path(), message);
    }

    void runtime(Map<String, Object> tree) {
        FieldPath template = FieldPath.ROOT.field("spec").field("template");
        check.check(at(tree, "spec", "template", "spec"), JobSetShape.class, template.field("spec"));
    }

    void trainJob(Map<String, Object> tree) {
        FieldPath spec = FieldPath.ROOT.field("spec");
        List<?> overrides = list(at(tree, "spec", "podTemplateOverrides"));
        for (int i = 0; i < overrides.size(); i++) {
            check.check(
                    at(overrides.get(i), "spec"),
                    PodSpec.class,
                    spec.field("podTemplateOverrides").item(i).field("spec"));
        }
        List<?> patches = list(at(tree, "spec", "runtimePatches"));
        for (int i = 0; i < patches.size(); i++) {
            check.check(
                    at(patches.get(i), "trainingRuntimeSpec", "template", "spec"),
                    JobSetShape.class,
                    spec.field("runtimePatches")
                            .item(i)
                            .field("trainingRuntimeSpec")
                            .field("template")
                            .field("spec"));
        }
    }

    private static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    private static @Nullable Object at(@Nullable Object tree, String... fields) {
        @Nullable Object here = tree;
        for (String field : fields) {
            here = here instanceof Map<?, ?> map ? map.get(field) : null;
        }
        return here;
    }
}
