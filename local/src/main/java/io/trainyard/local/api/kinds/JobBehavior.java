package io.trainyard.local.api.kinds;

import io.trainyard.foundation.check.CheckedObject;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.pod.Extent;
import io.trainyard.foundation.pod.JobRules;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.KindBehavior;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Jobs: defaults, the generated selector, and what must hold. */
final class JobBehavior implements KindBehavior {
    static final String CONTROLLER_UID = "batch.kubernetes.io/controller-uid";
    static final String JOB_NAME = "batch.kubernetes.io/job-name";

    private static final long BACKOFF_LIMIT = 6;

    @Override
    public boolean countsGenerations() {
        return true;
    }

    @Override
    public void applyDefaults(Map<String, Object> job) {
        Map<String, Object> spec = Tree.ensure(job, "spec");
        if (spec.get("parallelism") == null) {
            spec.putIfAbsent("completions", 1L);
            spec.put("parallelism", 1L);
        }
        spec.putIfAbsent("completionMode", "NonIndexed");
        spec.putIfAbsent(
                "backoffLimit", spec.get("backoffLimitPerIndex") == null ? BACKOFF_LIMIT : (long) Integer.MAX_VALUE);
        spec.putIfAbsent("suspend", false);
        spec.putIfAbsent("manualSelector", false);
        spec.putIfAbsent(
                "podReplacementPolicy", spec.get("podFailurePolicy") == null ? "TerminatingOrFailed" : "Failed");
        for (Map<String, Object> rule : Tree.objects(spec, "podFailurePolicy", "rules")) {
            Tree.objects(rule, "onPodConditions").forEach(condition -> condition.putIfAbsent("status", "True"));
        }
        Map<String, Object> podSpec = Tree.ensure(spec, "template", "spec");
        // A job must name a restart policy; the default of pods is none of those that it may name.
        boolean named = podSpec.containsKey("restartPolicy");
        PodDefaults.apply(podSpec);
        if (!named) {
            podSpec.remove("restartPolicy");
        }
    }

    @Override
    public void prepareCreate(Map<String, Object> job) {
        Map<String, Object> labels = Tree.ensure(job, "spec", "template", "metadata", "labels");
        boolean borrowed = Tree.child(job, "metadata", "labels").isEmpty() && !labels.isEmpty();
        if (!Tree.flag(job, "spec", "manualSelector")) {
            String uid = Tree.text(job, "metadata", "uid");
            String name = Tree.text(job, "metadata", "name");
            labels.put(CONTROLLER_UID, uid);
            labels.put("controller-uid", uid);
            labels.put(JOB_NAME, name);
            labels.put("job-name", name);
            if (Tree.at(job, "spec", "selector") == null) {
                Tree.put(job, uid, "spec", "selector", "matchLabels", CONTROLLER_UID);
            }
        }
        if (borrowed) {
            // A job without labels has those of its pods; in a cluster the generated ones are among them.
            Tree.put(job, new LinkedHashMap<>(labels), "metadata", "labels");
        }
        job.put("status", new LinkedHashMap<>());
    }

    @Override
    public List<FieldError> validateCreate(Map<String, Object> job) {
        return check(job);
    }

    private static List<FieldError> check(Map<String, Object> job) {
        Validation.Builder findings = Validation.builder();
        JobRules.check(CheckedObject.of(job, FieldPath.ROOT, findings).child("spec"), Extent.WHOLE, Set.of());
        return findings.build().errors();
    }

    @Override
    public List<FieldError> validateUpdate(Map<String, Object> job, Map<String, Object> previous) {
        List<FieldError> errors = new ArrayList<>(check(job));
        errors.addAll(JobChanges.check(job, previous));
        return errors;
    }
}
