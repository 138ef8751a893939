package io.trainyard.plugins.tensorflow;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The value of {@code TF_CONFIG}: JSON without blanks that names all members of the cluster and the one that reads it. One pod template serves all pods
 * of a role, so the index is a reference to a variable that differs from pod to pod. Pure.
 */
final class TaskConfiguration {
    /** The variable. */
    static final String NAME = "TF_CONFIG";

    /** The variable with the index of a pod. */
    static final String INDEX = "TF_TASK_INDEX";

    /** Linux starts no program with a longer variable than 128 KiB; some room for the name is left. */
    static final int MAX_LENGTH = 120 * 1024;

    private static final String REFERENCE = "$(" + INDEX + ")";

    private final TensorFlowCluster cluster;

    TaskConfiguration(TensorFlowCluster cluster) {
        this.cluster = cluster;
    }

    /** The text for the pods of a role. */
    String of(RoleJob job) {
        boolean sparse = isSparse(job.role());
        return "{\"cluster\":{" + (sparse ? knownTo(job) : allMembers()) + "},\"task\":{\"type\":\""
                + job.role().word() + "\",\"index\":" + REFERENCE + "}" + (sparse ? "" : ",\"environment\":\"cloud\"")
                + "}";
    }

    /** How long that text is, without making it: a TrainJob may ask for any number of nodes. */
    long length(RoleJob job) {
        long servers = isSparse(job.role())
                ? cluster.role(Role.PS).filter(role -> job.role() == Role.WORKER).stream()
                        .mapToLong(this::serversLength)
                        .sum()
                : cluster.members().stream().mapToLong(this::serversLength).sum();
        return servers + new TaskConfiguration(withoutPods()).of(job).length();
    }

    /** Where workers come and go, workers and parameter servers are not told of workers that may not be there. */
    private boolean isSparse(Role role) {
        return cluster.dynamicWorkers() && (role == Role.WORKER || role == Role.PS);
    }

    private String allMembers() {
        return cluster.members().stream()
                .map(member -> "\"" + member.role().word() + "\":[" + servers(member) + "]")
                .collect(Collectors.joining(","));
    }

    /** A worker knows itself and all parameter servers; a parameter server knows itself. */
    private String knownTo(RoleJob job) {
        String itself = quoted(job.server(REFERENCE, cluster.port()));
        if (job.role() == Role.PS) {
            return "\"worker\":{},\"ps\":[" + itself + "]";
        }
        String parameterServers = cluster.role(Role.PS).map(this::servers).orElse("");
        return "\"worker\":{" + quoted(REFERENCE) + ":" + itself + "},\"ps\":[" + parameterServers + "]";
    }

    private String servers(RoleJob job) {
        return IntStream.range(0, Math.max(job.count(), 0))
                .mapToObj(index -> quoted(job.server(Integer.toString(index), cluster.port(job, index))))
                .collect(Collectors.joining(","));
    }

    private long serversLength(RoleJob job) {
        int count = job.count();
        return count < 1 ? 0 : count * (quoted(job.server("", cluster.port())).length() + 1L) - 1 + digitsBelow(count);
    }

    /** How many digits the numbers from 0 to the one before that have together. */
    private static long digitsBelow(int end) {
        long digits = 0;
        for (long first = 0, next = 10, length = 1; first < end; first = next, next *= 10, length++) {
            digits += (Math.min(end, next) - first) * length;
        }
        return digits;
    }

    private TensorFlowCluster withoutPods() {
        return new TensorFlowCluster(
                cluster.roles().stream()
                        .map(role -> new RoleJob(role.role(), role.podSet(), 0))
                        .toList(),
                cluster.port(),
                cluster.portOfEachPod(),
                cluster.dynamicWorkers(),
                cluster.evaluatorInCluster(),
                cluster.allWorkersSucceed());
    }

    private static String quoted(String text) {
        return "\"" + text + "\"";
    }
}
