package io.trainyard.foundation.jobset;

import io.trainyard.foundation.check.CheckedObject;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.pod.Extent;
import io.trainyard.foundation.pod.MetadataRules;
import io.trainyard.foundation.tree.Tree;
import java.util.Map;
import java.util.Optional;

/** What JobSet refuses of a coordinator, the pod whose address all others are given. Pure. */
final class CoordinatorRules {
    private CoordinatorRules() {}

    static void check(CheckedObject spec, Extent extent, String jobSet) {
        CheckedObject coordinator = spec.child("coordinator");
        String target = coordinator.text("replicatedJob");
        Optional<Map<String, Object>> found = Tree.objects(spec.tree(), "replicatedJobs").stream()
                .filter(candidate -> target.equals(candidate.get("name")))
                .findFirst();
        if (found.isEmpty()) {
            coordinator.invalid("replicatedJob", "must be the name of a replicated job");
            return;
        }
        Map<String, Object> job = Tree.child(found.get(), "template", "spec");
        if (Tree.text(job, "completionMode").equals("NonIndexed")
                || (extent == Extent.WHOLE && job.get("completions") == null)) {
            coordinator.invalid("replicatedJob", "must be Indexed, and completions must be set");
            return;
        }
        index(coordinator, "jobIndex", Tree.integer(1, found.get(), "replicas"));
        index(
                coordinator,
                "podIndex",
                // A TrainJob may ask for more pods than its runtime.
                extent == Extent.WHOLE ? Tree.integer(1, job, "completions") : Integer.MAX_VALUE);
        String subdomain = Tree.text(spec.tree(), "network", "subdomain");
        String endpoint = jobSet + "-" + target + "-" + coordinator.number("jobIndex", 0) + "-"
                + coordinator.number("podIndex", 0) + "." + (subdomain.isEmpty() ? jobSet : subdomain);
        if (!jobSet.isEmpty() && !MetadataRules.isLabelValue(endpoint)) {
            spec.findings()
                    .error(
                            FieldError.invalid(
                                    spec.path("coordinator").text(),
                                    endpoint,
                                    "the address of the coordinator must be a valid label value, at most 63 characters: use shorter names"));
        }
    }

    private static void index(CheckedObject coordinator, String field, long count) {
        long index = coordinator.number(field, 0);
        if (index < 0 || index >= count) {
            coordinator.invalid(field, "must be at least 0 and less than " + count);
        }
    }
}
