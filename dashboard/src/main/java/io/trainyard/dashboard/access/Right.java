package io.trainyard.dashboard.access;

/**
 * What somebody may be allowed to do, as roles of Kubernetes say it.
 *
 * @param group API group; empty for the core
 * @param subresource empty for the object itself
 */
public record Right(String verb, String group, String resource, String subresource) {
    private static final String TRAINER = "trainer.kubeflow.org";

    public static final Right LIST_JOBS = new Right("list", TRAINER, "trainjobs", "");
    public static final Right GET_JOB = new Right("get", TRAINER, "trainjobs", "");
    public static final Right CHANGE_JOB = new Right("patch", TRAINER, "trainjobs", "");
    public static final Right DELETE_JOB = new Right("delete", TRAINER, "trainjobs", "");
    public static final Right LIST_PODS = new Right("list", "", "pods", "");
    public static final Right READ_LOGS = new Right("get", "", "pods", "log");
    public static final Right LIST_EVENTS = new Right("list", "", "events", "");
    public static final Right LIST_RUNTIMES = new Right("list", TRAINER, "trainingruntimes", "");
    public static final Right LIST_CLUSTER_RUNTIMES = new Right("list", TRAINER, "clustertrainingruntimes", "");
    public static final Right LIST_JOBSETS = new Right("list", "jobset.x-k8s.io", "jobsets", "");
    public static final Right LIST_NODES = new Right("list", "", "nodes", "");
}
