package io.trainyard.core.permission;

import java.util.List;

/**
 * What the controller does for its web page beyond its own work. All of it is reading; what a viewer sees of it is limited by what he may read himself, and
 * changes are made with his token.
 */
public final class DashboardPermissions {
    private static final String CORE = "";
    private static final String KUEUE = "kueue.x-k8s.io";

    private DashboardPermissions() {}

    /** In every namespace that is served, and for objects that are in none. */
    public static List<PermissionRule> whereItServes() {
        return List.of(
                PermissionRule.of("the pods of jobs, by label only", CORE, "pods", "get", "list", "watch"),
                PermissionRule.of("what they write", CORE, "pods/log", "get"),
                PermissionRule.of("the Jobs of a JobSet", "batch", "jobs", "list"),
                PermissionRule.of("what happened to them", CORE, "events", "list"),
                PermissionRule.of("machines and their devices", CORE, "nodes", "list")
                        .ofCluster());
    }

    /** Where Kueue is in use. */
    static List<PermissionRule> ofKueue() {
        return List.of(
                PermissionRule.of("whose turn it is", KUEUE, "workloads", "list"),
                PermissionRule.of("the queues of namespaces", KUEUE, "localqueues", "list"),
                PermissionRule.of("how much there is to share", KUEUE, "clusterqueues", "list")
                        .ofCluster());
    }
}
