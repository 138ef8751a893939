package io.trainyard.core.permission;

import io.trainyard.spi.Permission;
import io.trainyard.spi.model.TrainerApi;
import java.util.List;

/** What the controller does without any plugin: whoever adds a request to the API server adds it here. */
public final class ControllerPermissions {
    private static final String CORE = "";
    private static final String ADMISSION = "admissionregistration.k8s.io";

    private ControllerPermissions() {}

    /** In every namespace that is served, and for objects that are in none. */
    public static List<Grant> whereItServes() {
        return List.of(
                Grant.of("the work to do", Permission.toWatch(TrainerApi.GROUP, "trainjobs")),
                Grant.of("conditions and counters", TrainerApi.GROUP, "trainjobs/status", "patch"),
                Grant.of(
                        "owner references that block deletion, where a cluster checks them",
                        TrainerApi.GROUP,
                        "trainjobs/finalizers",
                        "update"),
                templates("trainingruntimes"),
                templates("clustertrainingruntimes").ofCluster(),
                Grant.of(
                        "what a TrainJob becomes",
                        "jobset.x-k8s.io",
                        "jobsets",
                        "get",
                        "list",
                        "watch",
                        "create",
                        "patch",
                        "delete"),
                Grant.of(
                        "the runtime as a TrainJob found it; list and watch by label only",
                        CORE,
                        "configmaps",
                        "get",
                        "list",
                        "watch",
                        "create",
                        "patch"),
                Grant.of("Services of others that have a job's name", CORE, "services", "list", "watch"),
                Grant.of("why a job failed", CORE, "pods", "list"),
                Grant.of("what users should know", CORE, "events", "create", "patch"),
                certificateTrust("mutatingwebhookconfigurations", "defaulter.trainer.kubeflow.org"),
                certificateTrust("validatingwebhookconfigurations", "validator.trainer.kubeflow.org"),
                Grant.of("who scrapes metrics", "authentication.k8s.io", "tokenreviews", "create")
                        .ofCluster(),
                Grant.of("whether he may", "authorization.k8s.io", "subjectaccessreviews", "create")
                        .ofCluster());
    }

    /** In the namespace of the controller alone. */
    public static List<Grant> inOwnNamespace(InstallationNames names) {
        return List.of(
                Grant.of("who leads", "coordination.k8s.io", "leases", "get", "update")
                        .named(names.lease()),
                Grant.of(
                        "the first leader ever; creation cannot be limited to a name",
                        "coordination.k8s.io",
                        "leases",
                        "create"),
                Grant.of("certificates", CORE, "secrets", "get", "list", "watch", "update")
                        .named(names.certificateSecret()),
                Grant.of("certificates whose Secret is missing", CORE, "secrets", "create"),
                Grant.of("that somebody else leads now", CORE, "events", "create"));
    }

    private static Grant templates(String resource) {
        return Grant.of(
                "templates; patch removes the finalizer that releases before v2.3 left",
                TrainerApi.GROUP,
                resource,
                "get",
                "list",
                "watch",
                "patch");
    }

    private static Grant certificateTrust(String resource, String name) {
        return Grant.of("which authority the API server trusts", ADMISSION, resource, "get", "list", "watch", "update")
                .named(name)
                .ofCluster();
    }
}
