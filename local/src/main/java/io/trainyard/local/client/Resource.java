package io.trainyard.local.client;

/**
 * A kind of object as it appears in paths.
 *
 * @param group API group; empty for the core group
 * @param version API version, such as {@code v1}
 * @param plural name in paths, such as {@code pods}
 */
public record Resource(String group, String version, String plural) {
    public static final Resource NAMESPACES = core("namespaces");
    public static final Resource PODS = core("pods");
    public static final Resource SERVICES = core("services");
    public static final Resource CONFIG_MAPS = core("configmaps");
    public static final Resource SECRETS = core("secrets");
    public static final Resource EVENTS = core("events");
    public static final Resource NODES = core("nodes");
    public static final Resource PERSISTENT_VOLUME_CLAIMS = core("persistentvolumeclaims");
    public static final Resource JOBS = new Resource("batch", "v1", "jobs");
    public static final Resource JOB_SETS = new Resource("jobset.x-k8s.io", "v1alpha2", "jobsets");
    public static final Resource CUSTOM_RESOURCE_DEFINITIONS =
            new Resource("apiextensions.k8s.io", "v1", "customresourcedefinitions");

    /** A resource of {@code v1}. */
    public static Resource core(String plural) {
        return new Resource("", "v1", plural);
    }

    /** {@code group/version}, or only the version for the core group: what objects say in {@code apiVersion}. */
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** Path of the group and version, such as {@code /apis/batch/v1}. */
    public String root() {
        return (group.isEmpty() ? "/api/" : "/apis/") + apiVersion();
    }

    /** {@code plural.group}, or only the plural for the core group: how messages name it. */
    public String qualifiedName() {
        return group.isEmpty() ? plural : plural + "." + group;
    }

    @Override
    public String toString() {
        return plural + "." + version + (group.isEmpty() ? "" : "." + group);
    }
}
