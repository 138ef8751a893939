package io.trainyard.launcher.faults;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.model.JobStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Plays JobSet's controller, and the garbage collector, in a cluster that has none: so each life takes the same steps in the same order, which real
 * controllers, busy with many jobs, do not promise.
 *
 * @param client may do everything
 */
record PlayedJobSet(KubernetesClient client, String namespace, String name) {

    /** Writes the counters of its Jobs, and nothing else. */
    void says(List<JobStatus> jobs) {
        patch(Map.of("replicatedJobsStatus", jobs, "restarts", 0));
    }

    /** Writes its end. */
    void ends(String condition, String reason) {
        patch(Map.of(
                "terminalState",
                condition,
                "conditions",
                List.of(Map.of(
                        "type",
                        condition,
                        "status",
                        "True",
                        "reason",
                        reason,
                        "message",
                        "played",
                        "lastTransitionTime",
                        "2026-01-05T10:00:00Z"))));
    }

    private void patch(Map<String, Object> status) {
        client.resources(JobSet.class)
                .inNamespace(namespace)
                .withName(name)
                .subresource("status")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        Serialization.asJson(new LinkedHashMap<>(Map.of("status", status))));
    }

    /** Deletes what belongs to nobody any more. Gives the number of objects. */
    static int collectGarbage(KubernetesClient client, String namespace) {
        List<String> living = NamespaceState.list(client, namespace)
                .map(object -> object.getMetadata().getUid())
                .toList();
        List<GenericKubernetesResource> orphans = NamespaceState.list(client, namespace)
                .filter(object -> !object.getMetadata().getOwnerReferences().isEmpty()
                        && object.getMetadata().getOwnerReferences().stream()
                                .noneMatch(owner -> living.contains(owner.getUid())))
                .toList();
        orphans.forEach(orphan -> client.resource(orphan).delete());
        return orphans.size();
    }
}
