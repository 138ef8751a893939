package io.trainyard.core.admission.trainjob;

import io.trainyard.core.jobset.JobSet;
import io.trainyard.foundation.check.CheckedObject;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.jobset.JobSetRules;
import io.trainyard.foundation.pod.Extent;
import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What would be refused of the JobSet that comes of a runtime and a TrainJob together: the runtime may be older than the rules, what it leaves to
 * TrainJobs may lack here, and each of the two may be fine alone.
 */
public final class MergedTemplateRules {
    private static final FieldPath JOB_SET =
            FieldPath.ROOT.field("spec").field("template").field("spec");

    private MergedTemplateRules() {}

    /**
     * The findings. Each is at the override or patch that says what is wrong; else fields are named as in the runtime, with the names of items in place of
     * their numbers.
     *
     * @param runtime name of the runtime
     * @param trainJob spec of the TrainJob
     * @param jobSet as built, with a spec
     */
    public static Validation check(String runtime, Map<String, Object> trainJob, JobSet jobSet) {
        Validation.Builder built = Validation.builder();
        JobSetRules.all(CheckedObject.built(Objects.requireNonNull(jobSet.getSpec()), JOB_SET, built), Extent.WHOLE);
        Validation.Builder findings = Validation.builder();
        List<TemplateChange> changes = TemplateChange.of(trainJob);
        built.build().errors().stream()
                .map(error -> placed(error, runtime, changes))
                // An override changes several jobs.
                .distinct()
                .forEach(findings::error);
        return findings.build();
    }

    private static FieldError placed(FieldError error, String runtime, List<TemplateChange> changes) {
        return changes.stream()
                .flatMap(change -> written(change, error.path()).stream())
                .findFirst()
                .map(path -> new FieldError(path.text(), error.kind(), error.value(), error.message()))
                .orElseGet(() -> FieldError.invalid(
                        "spec.runtimeRef",
                        runtime,
                        "the template of the runtime, with the changes of the TrainJob, cannot run: " + error));
    }

    private static Optional<FieldPath> written(TemplateChange change, String path) {
        return change.targets().stream()
                .map(target -> JOB_SET.field("replicatedJobs").key(target) + ".template.spec.template.spec.")
                .filter(path::startsWith)
                .findFirst()
                .flatMap(job -> written(change.podSpec(), change.podSpecPath(), path.substring(job.length())));
    }

    /** Where the field of a built object stands in what was written, with names of items in {@code path} and their numbers in the answer. */
    private static Optional<FieldPath> written(@Nullable Object value, FieldPath at, String path) {
        if (path.isEmpty()) {
            return Optional.of(at);
        }
        List<Object> items = value instanceof List ? Tree.list(value) : List.of();
        for (int i = 0; i < items.size(); i++) {
            String step = "[" + Tree.text(items.get(i), "name") + "]";
            if (path.startsWith(step)) {
                return written(items.get(i), at.item(i), rest(path, step));
            }
        }
        for (Map.Entry<String, Object> entry : Tree.child(value).entrySet()) {
            String key = "[" + entry.getKey() + "]";
            if (path.startsWith(key)) {
                return written(entry.getValue(), at.key(entry.getKey()), rest(path, key));
            }
            String rest = path.startsWith(entry.getKey())
                    ? path.substring(entry.getKey().length())
                    : "?";
            if (rest.isEmpty() || rest.startsWith(".") || rest.startsWith("[")) {
                return written(entry.getValue(), at.field(entry.getKey()), rest(path, entry.getKey()));
            }
        }
        return Optional.empty();
    }

    private static String rest(String path, String step) {
        String rest = path.substring(step.length());
        return rest.startsWith(".") ? rest.substring(1) : rest;
    }
}
