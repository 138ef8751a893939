package io.trainyard.plugins.tensorflow;

import io.trainyard.spi.framework.FrameworkJob;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.TensorFlowPolicy;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Who takes part in a TensorFlow job, with the defaults of the policy filled in.
 *
 * @param roles the replicated jobs that take part, sorted by role; a role may be there twice where nobody checked the runtime
 * @param port where servers listen; the first one does where each has a port of its own
 * @param portOfEachPod whether they share a machine, on all addresses of which TensorFlow listens
 * @param dynamicWorkers whether each worker knows only itself and the parameter servers
 * @param evaluatorInCluster whether the evaluator stands among the members
 * @param allWorkersSucceed whether, without a chief, all workers have to end well
 */
record TensorFlowCluster(
        List<RoleJob> roles,
        int port,
        boolean portOfEachPod,
        boolean dynamicWorkers,
        boolean evaluatorInCluster,
        boolean allWorkersSucceed) {
    private static final int DEFAULT_PORT = 2222;

    static TensorFlowCluster of(FrameworkJob<TensorFlowPolicy> job, boolean portOfEachPod) {
        TensorFlowPolicy policy = job.policy();
        List<RoleJob> roles = new ArrayList<>();
        for (PodSet podSet : job.info().podSets()) {
            Role.of(podSet).ifPresent(role -> roles.add(new RoleJob(role, podSet, count(role, podSet, job.info()))));
        }
        roles.sort(Comparator.comparing(RoleJob::role));
        return new TensorFlowCluster(
                List.copyOf(roles),
                policy.port() == null ? DEFAULT_PORT : policy.port(),
                portOfEachPod,
                // Only who knows all servers knows their ports.
                !portOfEachPod && Boolean.TRUE.equals(policy.dynamicWorkers()),
                Boolean.TRUE.equals(policy.evaluatorInCluster()),
                "AllWorkers".equals(policy.successPolicy()));
    }

    /** Workers are the nodes of the TrainJob; of others there are as many as the template says. */
    private static int count(Role role, PodSet podSet, RuntimeInfo info) {
        if (role != Role.WORKER) {
            return podSet.count();
        }
        Integer wanted = info.trainer().numNodes();
        if (wanted != null) {
            return wanted;
        }
        MLPolicy mlPolicy = info.policy().mlPolicy();
        return mlPolicy == null || mlPolicy.numNodes() == null ? 1 : Math.max(mlPolicy.numNodes(), 1);
    }

    /** Pods of all roles. */
    long pods() {
        return roles.stream().mapToLong(role -> Math.max(role.count(), 0)).sum();
    }

    /** The job of that role. */
    Optional<RoleJob> role(Role role) {
        return roles.stream().filter(candidate -> candidate.role() == role).findFirst();
    }

    /** The job whose end is that of the TrainJob: the chief's, else that of the workers; empty when there is neither. */
    Optional<RoleJob> leader() {
        return roles.stream()
                .filter(candidate -> candidate.role().leads())
                .findFirst()
                .or(() -> role(Role.WORKER));
    }

    /** Those that stand in the list of members that all others know, sorted by role. */
    List<RoleJob> members() {
        return roles.stream()
                .filter(candidate -> evaluatorInCluster || candidate.role() != Role.EVALUATOR)
                .toList();
    }

    /** Where the server of one member listens. */
    int port(RoleJob member, int index) {
        if (!portOfEachPod) {
            return port;
        }
        int before = members().stream()
                .takeWhile(other -> !other.equals(member))
                .mapToInt(RoleJob::count)
                .sum();
        return port + before + index;
    }

    /** All ports at which servers listen. */
    IntStream ports() {
        return portOfEachPod
                ? members().stream().flatMapToInt(member -> IntStream.range(0, member.count())
                        .map(index -> port(member, index)))
                : IntStream.of(port);
    }

    /** True when programs have somebody to find, so that they get a configuration. */
    boolean isDistributed() {
        return pods() > 1;
    }
}
