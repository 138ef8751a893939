package io.trainyard.core.compile;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.spi.model.TrainJobSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What overrides and patches may change at all. The schema of a cluster drops everything else; where there
 * is no schema, as in {@code render}, it is refused rather than merged. Pure.
 */
final class PatchableFields {
    /** Fields of an object, or of the objects of a list; no fields means that anything may be below. */
    private record Shape(Map<String, Shape> fields) {
        static final Shape ANYTHING = new Shape(Map.of());

        Shape with(String name, Shape shape) {
            Map<String, Shape> more = new LinkedHashMap<>(fields);
            more.put(name, shape);
            return new Shape(more);
        }

        static Shape of(String... names) {
            Shape shape = ANYTHING;
            for (String name : names) {
                shape = shape.with(name, ANYTHING);
            }
            return shape;
        }
    }

    private static final Shape CONTAINER = Shape.of("name", "env", "volumeMounts", "securityContext");

    private static final Shape OLDEST = Shape.of(
                    "targetJobs",
                    "serviceAccountName",
                    "nodeSelector",
                    "affinity",
                    "tolerations",
                    "volumes",
                    "schedulingGates",
                    "imagePullSecrets")
            .with("initContainers", CONTAINER)
            .with("containers", CONTAINER);

    private static final Shape POD_SPEC = Shape.of(
                    "serviceAccountName",
                    "nodeSelector",
                    "affinity",
                    "tolerations",
                    "volumes",
                    "schedulingGates",
                    "imagePullSecrets",
                    "securityContext",
                    "terminationGracePeriodSeconds",
                    "priorityClassName")
            .with("initContainers", CONTAINER)
            .with("containers", CONTAINER);

    private static final Shape POD_TEMPLATE = Shape.of("metadata").with("spec", POD_SPEC);
    private static final Shape JOB_TEMPLATE =
            Shape.of("metadata").with("spec", Shape.ANYTHING.with("template", POD_TEMPLATE));
    private static final Shape RUNTIME = Shape.ANYTHING.with(
            "template",
            Shape.of("metadata")
                    .with(
                            "spec",
                            Shape.ANYTHING.with(
                                    "replicatedJobs", Shape.of("name").with("template", JOB_TEMPLATE))));

    private final List<FieldError> errors = new ArrayList<>();

    private PatchableFields() {}

    /** The fields that may not be changed; empty when all is well. */
    static List<FieldError> check(TrainJobSpec spec) {
        PatchableFields check = new PatchableFields();
        for (int i = 0; i < spec.podSpecOverrides().size(); i++) {
            check.value(spec.podSpecOverrides().get(i), OLDEST, "spec.podSpecOverrides[" + i + "]");
        }
        for (int i = 0; i < spec.podTemplateOverrides().size(); i++) {
            check.value(
                    spec.podTemplateOverrides().get(i).spec(), POD_SPEC, "spec.podTemplateOverrides[" + i + "].spec");
        }
        for (int i = 0; i < spec.runtimePatches().size(); i++) {
            check.value(
                    spec.runtimePatches().get(i).trainingRuntimeSpec(),
                    RUNTIME,
                    "spec.runtimePatches[" + i + "].trainingRuntimeSpec");
        }
        return List.copyOf(check.errors);
    }

    private void value(@Nullable Object value, Shape shape, String path) {
        if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                value(list.get(i), shape, path + "[" + i + "]");
            }
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((key, inner) -> field(String.valueOf(key), inner, shape, path));
        }
    }

    private void field(String name, @Nullable Object value, Shape shape, String path) {
        if (name.startsWith("$")) {
            errors.add(FieldError.forbidden(
                    path + "." + name,
                    "directives are not possible here: a patch adds and overwrites, it never removes"));
            return;
        }
        @Nullable
        Shape inner = shape.fields().isEmpty() ? Shape.ANYTHING : shape.fields().get(name);
        if (inner == null) {
            errors.add(FieldError.forbidden(
                    path + "." + name,
                    "cannot be changed here; only "
                            + String.join(", ", new TreeSet<>(shape.fields().keySet())) + " can"));
        } else {
            value(value, inner, path + "." + name);
        }
    }
}
