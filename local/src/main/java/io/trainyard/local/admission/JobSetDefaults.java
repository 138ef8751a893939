package io.trainyard.local.admission;

import io.trainyard.foundation.quantity.ResourceQuantity;
import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;

/** What a new JobSet has when its author does not say otherwise; the schema does the rest. */
final class JobSetDefaults {
    /** Amounts of resources are counted in thousandths at the finest. */
    private static final int MILLI = 3;

    private JobSetDefaults() {}

    static void apply(Map<String, Object> jobSet) {
        Map<String, Object> spec = Tree.ensure(jobSet, "spec");
        spec.putIfAbsent("successPolicy", Tree.of("operator", "All"));
        spec.putIfAbsent("startupPolicy", Tree.of("startupPolicyOrder", "AnyOrder"));
        Map<String, Object> network = Tree.ensure(spec, "network");
        network.putIfAbsent("enableDNSHostnames", true);
        network.putIfAbsent("publishNotReadyAddresses", true);
        for (Map<String, Object> replicated : Tree.objects(spec, "replicatedJobs")) {
            Map<String, Object> job = Tree.ensure(replicated, "template", "spec");
            job.putIfAbsent("completionMode", "Indexed");
            Map<String, Object> pod = Tree.ensure(job, "template", "spec");
            if (Tree.text(pod, "restartPolicy").isEmpty()) {
                pod.put("restartPolicy", "OnFailure");
            }
            leaveTraces(replicated);
        }
        List<Map<String, Object>> rules = Tree.objects(spec, "failurePolicy", "rules");
        for (int i = 0; i < rules.size(); i++) {
            if (Tree.text(rules.get(i), "name").isEmpty()) {
                rules.get(i).put("name", "failurePolicyRule" + i);
            }
        }
        for (Map<String, Object> policy : Tree.objects(spec, "volumeClaimPolicies")) {
            policy.putIfAbsent("retentionPolicy", Tree.of("whenDeleted", "Delete"));
            // A trace of the webhook's types, as those below.
            Tree.objects(policy, "templates").forEach(template -> Tree.ensure(template, "status"));
        }
    }

    /** The webhook of a cluster leaves these behind because it reads JobSets into types of its own; clients must expect them. */
    private static void leaveTraces(Map<String, Object> replicated) {
        Tree.ensure(replicated, "template", "metadata");
        Tree.ensure(replicated, "template", "spec", "template", "metadata");
        for (String field : List.of("initContainers", "containers")) {
            for (Map<String, Object> container :
                    Tree.objects(replicated, "template", "spec", "template", "spec", field)) {
                Map<String, Object> resources = Tree.ensure(container, "resources");
                for (String amounts : List.of("limits", "requests")) {
                    if (resources.get(amounts) instanceof Map<?, ?> map) {
                        Tree.object(map).replaceAll((name, amount) -> canonical(amount));
                    }
                }
            }
        }
    }

    private static Object canonical(Object amount) {
        try {
            return ResourceQuantity.parse(String.valueOf(amount))
                    .roundedUp(MILLI)
                    .canonical();
        } catch (IllegalArgumentException e) {
            // Not an amount: refused as soon as a Job is made of it.
            return amount;
        }
    }
}
