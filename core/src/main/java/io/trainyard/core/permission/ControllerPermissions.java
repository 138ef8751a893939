package io.trainyard.core.permission;

import io.trainyard.core.runtime.SnapshotKeySecret;
import io.trainyard.spi.Permission;
import io.trainyard.spi.model.TrainerApi;
import java.util.List;

/** What the controller does without any plugin: whoever adds a request to the API server adds it here. */
public final class ControllerPermissions {
    private static final String CORE = "";
    private static final String ADMISSION = "admissionregistration.k8s.io";

    private ControllerPermissions() {}

    /** In every namespace that is served, and for objects that are in none. */
    public static List<PermissionRule> whereItServes() {
        return List.of(
                PermissionRule.of("the work to do", Permission.toWatch(TrainerApi.GROUP, "trainjobs")),
                PermissionRule.of(
                        "conditions, counters, reported progress", TrainerApi.GROUP, "trainjobs/status", "patch"),
                PermissionRule.of(
                        "owner references that block deletion, where a cluster checks them",
                        TrainerApi.GROUP,
                        "trainjobs/finalizers",
                        "update"),
                PermissionRule.of("templates", Permission.toWatch(TrainerApi.GROUP, "trainingruntimes")),
                PermissionRule.of("templates", Permission.toWatch(TrainerApi.GROUP, "clustertrainingruntimes"))
                        .ofCluster(),
                PermissionRule.of(
                        "what a TrainJob becomes",
                        "jobset.x-k8s.io",
                        "jobsets",
                        "get",
                        "list",
                        "watch",
                        "create",
                        "patch",
                        "delete"),
                PermissionRule.of(
                        "the runtime as a TrainJob found it, and its reported metrics; list and watch by label only, delete what is forged",
                        CORE,
                        "configmaps",
                        "get",
                        "list",
                        "watch",
                        "create",
                        "patch",
                        "delete"),
                PermissionRule.of("Services of others that have a job's name", CORE, "services", "list", "watch"),
                PermissionRule.of(
                        "why a job waits or has failed; whether a pod that reports belongs to its job",
                        CORE,
                        "pods",
                        "get",
                        "list"),
                PermissionRule.of("what pods of gangs ask for by default", Permission.toWatch(CORE, "limitranges")),
                PermissionRule.of("what they need besides", Permission.toWatch("node.k8s.io", "runtimeclasses"))
                        .ofCluster(),
                PermissionRule.of(
                        "how many nodes of an elastic job are ready, or have ended; whether a pod that reports belongs to its job",
                        "batch",
                        "jobs",
                        "get"),
                PermissionRule.of("which pods the namespace takes (Pod Security)", CORE, "namespaces", "get"),
                PermissionRule.of("what users should know", CORE, "events", "create", "patch"),
                PermissionRule.of("why a job has no pods, or no JobSet", CORE, "events", "list"),
                certificateTrust("mutatingwebhookconfigurations", "defaulter.trainer.kubeflow.org"),
                certificateTrust("validatingwebhookconfigurations", "validator.trainer.kubeflow.org"),
                PermissionRule.of(
                                "who scrapes metrics, who reports progress",
                                "authentication.k8s.io",
                                "tokenreviews",
                                "create")
                        .ofCluster(),
                PermissionRule.of("whether he may", "authorization.k8s.io", "subjectaccessreviews", "create")
                        .ofCluster());
    }

    /** In the namespace of the controller alone. */
    public static List<PermissionRule> inOwnNamespace(InstallationNames names) {
        return List.of(
                PermissionRule.of("leader election", "coordination.k8s.io", "leases", "get", "update")
                        .named(names.lease()),
                PermissionRule.of(
                        "the first leader ever; creation cannot be limited to a name",
                        "coordination.k8s.io",
                        "leases",
                        "create"),
                PermissionRule.of("certificates", CORE, "secrets", "get", "list", "watch", "update")
                        .named(names.certificateSecret()),
                PermissionRule.of("the key that signs the copies of runtimes that jobs keep", CORE, "secrets", "get")
                        .named(SnapshotKeySecret.NAME),
                PermissionRule.of("certificates, or that key, whose Secret is missing", CORE, "secrets", "create"),
                PermissionRule.of("events of leader election", CORE, "events", "create"));
    }

    private static PermissionRule certificateTrust(String resource, String name) {
        return PermissionRule.of(
                        "which authority the API server trusts", ADMISSION, resource, "get", "list", "watch", "update")
                .named(name)
                .ofCluster();
    }
}
