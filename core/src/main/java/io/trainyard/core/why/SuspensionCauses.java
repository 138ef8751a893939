package io.trainyard.core.why;

import io.fabric8.kubernetes.api.model.FieldsV1;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.trainyard.core.view.Cause;
import io.trainyard.core.view.JobSummary;
import io.trainyard.core.view.QuotaHolder;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Why a job is not to run for now: somebody wants it so, or a queue. Pure. */
final class SuspensionCauses {
    private static final String WORKLOAD_GROUP = "kueue.x-k8s.io/";
    private static final LinearPattern NO_QUEUE = LinearPattern.of(
            "(?:LocalQueue|ClusterQueue)\\b.*\\b(?:doesn't exist|not found|missing|inactive|is not active)");
    private static final int MAX_HOLDERS = 5;

    private SuspensionCauses() {}

    static Optional<Cause> of(Situation situation) {
        JobSummary job = situation.summary();
        if (job.managedBy().isPresent() && situation.objects().pods().isEmpty()) {
            return Optional.of(Cause.of(
                    Cause.Kind.MANAGED_BY_OTHER,
                    "spec.managedBy says that " + job.managedBy().get() + " runs it, so this controller does nothing",
                    List.of(),
                    "look where " + job.managedBy().get() + " runs its jobs"));
        }
        if (!job.suspended()) {
            return Optional.empty();
        }
        Optional<GenericKubernetesResource> workload = workload(situation);
        if (workload.isPresent()) {
            return Optional.of(queued(situation, workload.get()));
        }
        return Optional.of(job.queue().isPresent() ? withoutWorkload(job) : suspended(situation));
    }

    private static Optional<GenericKubernetesResource> workload(Situation situation) {
        return situation.objects().addOns().stream()
                .filter(object -> "Workload".equals(object.getKind())
                        && Objects.requireNonNullElse(object.getApiVersion(), "")
                                .startsWith(WORKLOAD_GROUP))
                .findFirst();
    }

    private static Cause withoutWorkload(JobSummary job) {
        return Cause.of(
                Cause.Kind.QUEUED,
                "it waits for Kueue to let it start from queue " + job.queue().orElse("")
                        + ", but Kueue has made no Workload for it",
                List.of(),
                "see whether Kueue runs, and whether its integrations name trainer.kubeflow.org/trainjob");
    }

    private static Cause queued(Situation situation, GenericKubernetesResource workload) {
        JobSummary job = situation.summary();
        Map<String, Object> tree = workload.getAdditionalProperties();
        String queue = job.queue().orElseGet(() -> Tree.text(tree, "spec", "queueName"));
        if (Boolean.FALSE.equals(Tree.at(tree, "spec", "active"))) {
            return Cause.of(
                    Cause.Kind.QUEUED,
                    "its Workload in queue " + queue + " was switched off, so Kueue does not let it start",
                    List.of("Workload " + workload.getMetadata().getName() + " has spec.active: false"),
                    "set spec.active of the Workload to true");
        }
        String told = condition(tree, "Evicted", "True")
                .or(() -> condition(tree, "QuotaReserved", "False"))
                .or(() -> condition(tree, "Admitted", "False"))
                .map(found -> Tree.text(found, "message"))
                .orElse("");
        List<String> evidence = new ArrayList<>();
        if (!told.isEmpty()) {
            evidence.add("Workload " + workload.getMetadata().getName() + ": " + told);
        }
        if (NO_QUEUE.isFoundIn(told)) {
            return Cause.of(
                    Cause.Kind.QUEUED,
                    "queue " + queue + " cannot let anything start",
                    evidence,
                    ForAdministrators.advice(
                            "create or mend the queue", "kubectl get localqueue,clusterqueue -n " + job.namespace()));
        }
        List<QuotaHolder> holders = situation.objects().holders();
        holders.stream().limit(MAX_HOLDERS).forEach(holder -> evidence.add(Holders.line(situation, holder)));
        boolean quota = told.contains("quota") || told.contains("insufficient") || !holders.isEmpty();
        return quota
                ? Cause.of(
                        Cause.Kind.QUOTA,
                        "it waits in queue " + queue + ", whose quota is used up" + Holders.named(holders),
                        evidence,
                        "wait, end one of those, ask for less, or raise the quota of the ClusterQueue")
                : Cause.of(
                        Cause.Kind.QUEUED, "it waits in queue " + queue + " until Kueue lets it start", evidence, "");
    }

    private static Optional<Map<String, Object>> condition(Map<String, Object> workload, String type, String status) {
        return Tree.objects(workload, "status", "conditions").stream()
                .filter(condition -> type.equals(condition.get("type")) && status.equals(condition.get("status")))
                .findFirst();
    }

    private static Cause suspended(Situation situation) {
        Optional<ManagedFieldsEntry> writer = writer(situation);
        String by = writer.map(entry -> " by " + entry.getManager()).orElse("");
        List<String> evidence = new ArrayList<>();
        evidence.add("spec.suspend is true"
                + writer.map(ManagedFieldsEntry::getTime)
                        .map(time -> ", written at " + time)
                        .orElse(""));
        situation.objects().trainJob().statusOrEmpty().condition("Suspended").stream()
                .map(condition -> condition.getLastTransitionTime())
                .filter(Objects::nonNull)
                .forEach(time -> evidence.add("suspended since " + time));
        return Cause.of(
                Cause.Kind.SUSPENDED,
                "it is suspended" + by,
                evidence,
                "resume it: kubectl patch trainjob " + situation.kubectlName()
                        + " --type merge -p '{\"spec\":{\"suspend\":false}}'");
    }

    /** Who wrote the field last, where the object was read with its owners of fields. */
    private static Optional<ManagedFieldsEntry> writer(Situation situation) {
        return Optional.ofNullable(situation.objects().trainJob().getMetadata().getManagedFields()).stream()
                .flatMap(List::stream)
                .filter(entry -> entry.getManager() != null && owns(entry.getFieldsV1()))
                .reduce((one, other) -> other);
    }

    private static boolean owns(@Nullable FieldsV1 fields) {
        return fields != null && Tree.at(fields.getAdditionalProperties(), "f:spec", "f:suspend") != null;
    }
}
