package io.trainyard.core.kube;

import io.trainyard.core.compile.PodTrees;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The webhooks of JobSet in small: its defaults (JOBSET-11) and what it lets change (JOBSET-20). */
final class JobSetAdmission implements StoredObjects.Admission {
    private boolean elastic;

    /** The number of pods of a JobSet can change while it runs (JS-64). */
    void elastic(boolean on) {
        elastic = on;
    }

    @Override
    public void admit(String kind, @Nullable Map<String, Object> before, Map<String, Object> after) {
        if (!kind.equals("JobSet")) {
            return;
        }
        setDefaults(spec(after));
        if (before == null) {
            return;
        }
        boolean suspended = isSuspended(before) || isSuspended(after);
        if (!unchangeable(before, suspended).equals(unchangeable(after, suspended))) {
            throw InMemoryKubeApi.failure(
                    ApiFailure.Kind.INVALID, "admission webhook denied the request: spec: field is immutable");
        }
    }

    private static void setDefaults(Map<String, Object> spec) {
        spec.putIfAbsent("suspend", false);
        spec.putIfAbsent("successPolicy", Manifests.tree("{operator: All}"));
        spec.putIfAbsent("startupPolicy", Manifests.tree("{startupPolicyOrder: AnyOrder}"));
        spec.putIfAbsent("network", Manifests.tree("{enableDNSHostnames: true, publishNotReadyAddresses: true}"));
        for (Map<String, Object> job : Tree.objects(spec, "replicatedJobs")) {
            job.putIfAbsent("replicas", 1);
            Tree.child(job, "template", "spec").putIfAbsent("completionMode", "Indexed");
            PodTrees.podSpec(job).putIfAbsent("restartPolicy", "OnFailure");
        }
    }

    private Map<String, Object> unchangeable(Map<String, Object> object, boolean suspended) {
        Map<String, Object> spec = Manifests.copy(spec(object));
        spec.keySet().removeAll(List.of("suspend", "ttlSecondsAfterFinished"));
        if (elastic) {
            for (Map<String, Object> job : Tree.objects(spec, "replicatedJobs")) {
                Tree.child(job, "template", "spec").keySet().removeAll(Set.of("parallelism", "completions"));
            }
        }
        if (suspended) {
            for (Map<String, Object> job : Tree.objects(spec, "replicatedJobs")) {
                Map<String, Object> template = Tree.child(job, "template", "spec", "template");
                Map<String, Object> metadata = Tree.child(template, "metadata");
                if (!metadata.isEmpty()) {
                    metadata.keySet().removeAll(Set.of("labels", "annotations"));
                    if (metadata.isEmpty()) {
                        template.remove("metadata");
                    }
                }
                Tree.child(template, "spec")
                        .keySet()
                        .removeAll(Set.of("nodeSelector", "tolerations", "schedulingGates"));
            }
        }
        return spec;
    }

    private static boolean isSuspended(Map<String, Object> object) {
        return Boolean.TRUE.equals(spec(object).get("suspend"));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> spec(Map<String, Object> object) {
        return (Map<String, Object>) object.get("spec");
    }
}
