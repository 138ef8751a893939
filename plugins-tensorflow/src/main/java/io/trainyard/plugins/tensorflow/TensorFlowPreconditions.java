package io.trainyard.plugins.tensorflow;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.spi.framework.GroupPreconditions;
import io.trainyard.spi.framework.RoleJobs;
import io.trainyard.spi.framework.TrainJobFields;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What keeps a TrainJob from being built: roles that make no cluster, and a cluster that does not fit into a variable. Pure. */
final class TensorFlowPreconditions {
    private final TensorFlowCluster cluster;
    private final RuntimeInfo info;
    private final List<FieldError> found = new ArrayList<>();

    private TensorFlowPreconditions(TensorFlowCluster cluster, RuntimeInfo info) {
        this.cluster = cluster;
        this.info = info;
    }

    /** All that is in the way; empty when the TrainJob can be built. */
    static List<FieldError> of(TensorFlowCluster cluster, RuntimeInfo info) {
        TensorFlowPreconditions preconditions = new TensorFlowPreconditions(cluster, info);
        preconditions.roles();
        cluster.roles().forEach(preconditions::counts);
        preconditions.found.addAll(GroupPreconditions.nodeCount(info));
        preconditions.found.addAll(GroupPreconditions.indexes(
                "tensorflow", cluster.roles().stream().map(RoleJob::podSet).toList()));
        preconditions.found.addAll(
                GroupPreconditions.hostNames(info, (int) Math.min(cluster.pods(), Integer.MAX_VALUE)));
        preconditions.length();
        return List.copyOf(preconditions.found);
    }

    private void roles() {
        Set<Role> seen = EnumSet.noneOf(Role.class);
        for (RoleJob job : cluster.roles()) {
            if (!seen.add(job.role())) {
                runtime(
                        job.podSet().name(),
                        "several replicated jobs of the runtime have the role "
                                + job.role().word() + ", and TensorFlow has one; rename all but one of them");
            }
            found.addAll(RoleJobs.preconditions("TensorFlow", info, job.podSet()));
        }
        if (seen.contains(Role.CHIEF) && seen.contains(Role.MASTER)) {
            runtime(null, "the runtime has replicated jobs named chief and master, which are the same role; keep one");
        }
        if (seen.stream().noneMatch(role -> role.leads() || role == Role.WORKER)) {
            runtime(
                    null,
                    "the runtime has mlPolicy.tensorflow, but none of its replicated jobs trains; name one worker, chief"
                            + " or master, or give node the label of a trainer");
        }
    }

    private void counts(RoleJob job) {
        if (job.role().isSingle() && job.count() > 1) {
            runtime(
                    job.podSet().name(),
                    "parallelism of this replicated job of the runtime is " + job.count() + ", but TensorFlow has one "
                            + job.role().word());
        }
    }

    /** Once for all roles: the user can change only one number. */
    private void length() {
        TaskConfiguration configuration = new TaskConfiguration(cluster);
        cluster.roles().stream()
                .filter(job -> cluster.isDistributed())
                .mapToLong(configuration::length)
                .filter(length -> length > TaskConfiguration.MAX_LENGTH)
                .max()
                .ifPresent(length -> found.add(FieldError.invalid(
                        info.trainer().numNodes() == null ? TrainJobFields.RUNTIME : TrainJobFields.NODES,
                        cluster.pods(),
                        "TFConfigTooLarge: the names of so many pods make a TF_CONFIG of " + length
                                + " bytes, and Linux starts no program with more than " + TaskConfiguration.MAX_LENGTH
                                + " in one variable; ask for fewer nodes, or use a shorter name")));
    }

    private void runtime(@Nullable Object value, String message) {
        found.add(FieldError.invalid(TrainJobFields.RUNTIME, value, message));
    }
}
