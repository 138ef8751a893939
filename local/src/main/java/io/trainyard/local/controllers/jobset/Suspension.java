package io.trainyard.local.controllers.jobset;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.controllers.jobset.Change.PatchJob;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Suspends and resumes jobs. */
final class Suspension {
    private Suspension() {}

    /** What makes a running job stop. */
    static Change suspend(ChildJob job) {
        return new PatchJob(job.name(), at(job, Tree.of("suspend", true)), false);
    }

    /** What makes a suspended job go on, with what was changed in its template in the meantime. */
    static List<Change> resume(ChildJob job, ReplicatedJob replicated) {
        Map<String, Object> spec = Tree.of("suspend", false);
        Map<String, Object> template = template(Tree.child(job.tree(), "spec", "template"), replicated.podTemplate());
        if (!template.isEmpty()) {
            spec.put("template", template);
        }
        if (Tree.at(job.tree(), "status", "startTime") == null) {
            return List.of(new PatchJob(job.name(), at(job, spec), false));
        }
        // The template of a job that has a start time cannot be changed.
        Map<String, Object> notStarted = new LinkedHashMap<>();
        notStarted.put("startTime", null);
        Map<String, Object> status = Tree.of("metadata", version(job), "status", notStarted);
        return List.of(new PatchJob(job.name(), status, true), new PatchJob(job.name(), Tree.of("spec", spec), false));
    }

    private static Map<String, Object> at(ChildJob job, Map<String, Object> spec) {
        return Tree.of("metadata", version(job), "spec", spec);
    }

    /** So that a job which changed since it was looked at is looked at again. */
    private static Map<String, Object> version(ChildJob job) {
        return Tree.of("resourceVersion", Tree.text(job.tree(), "metadata", "resourceVersion"));
    }

    private static Map<String, Object> template(Map<String, Object> current, Map<String, Object> wanted) {
        Map<String, Object> patch = new LinkedHashMap<>();
        mergeMap(patch, current, wanted, "metadata", "labels");
        mergeMap(patch, current, wanted, "metadata", "annotations");
        mergeMap(patch, current, wanted, "spec", "nodeSelector");
        append(patch, current, wanted, "tolerations");
        append(patch, current, wanted, "schedulingGates");
        return patch;
    }

    private static void mergeMap(
            Map<String, Object> patch, Map<String, Object> current, Map<String, Object> wanted, String... path) {
        Map<String, Object> news = new LinkedHashMap<>(Tree.child(wanted, path));
        news.entrySet().removeAll(Tree.child(current, path).entrySet());
        if (!news.isEmpty()) {
            Tree.put(patch, news, path);
        }
    }

    private static void append(
            Map<String, Object> patch, Map<String, Object> current, Map<String, Object> wanted, String field) {
        List<Object> items = new ArrayList<>(Tree.list(current, "spec", field));
        int before = items.size();
        Tree.list(wanted, "spec", field).stream()
                .filter(item -> !items.contains(item))
                .forEach(items::add);
        if (items.size() > before) {
            Tree.put(patch, items, "spec", field);
        }
    }
}
