package io.trainyard.plugins.paddle;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.framework.GroupPreconditions;
import io.trainyard.spi.framework.TrainJobFields;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What keeps a TrainJob from being built: roles that make no group, and process counts that are none. Pure. */
final class PaddlePreconditions {
    private static final String AUTO = "auto";

    private PaddlePreconditions() {}

    /** All that is in the way; empty when the TrainJob can be built. */
    static List<FieldError> of(PaddleGroup group, RuntimeInfo info) {
        List<FieldError> found = new ArrayList<>();
        if (group.worker().isEmpty()) {
            found.add(runtime(
                    null,
                    "the runtime has mlPolicy.paddle, but none of its replicated jobs works; name one worker, or give it"
                            + " the label of a trainer"));
        }
        for (PaddleGroup.Role role : group.roles()) {
            roleProblems(role, info, found);
        }
        processes(info.trainer().numProcPerNode(), found);
        found.addAll(GroupPreconditions.nodeCount(info));
        found.addAll(GroupPreconditions.indexes(
                "paddle", group.roles().stream().map(PaddleGroup.Role::podSet).toList()));
        found.addAll(GroupPreconditions.hostNames(info, (int) Math.min(group.pods(), Integer.MAX_VALUE)));
        return List.copyOf(found);
    }

    private static void roleProblems(PaddleGroup.Role role, RuntimeInfo info, List<FieldError> found) {
        if (role.container().isEmpty()) {
            found.add(runtime(
                    role.podSet().name(),
                    "this replicated job of the runtime has several containers, and none is named node; that name must"
                            + " tell which one runs Paddle"));
        }
        long replicas = Tree.integer(1, template(role, info), "replicas");
        if (replicas != 1) {
            found.add(runtime(
                    role.podSet().name(),
                    "replicas of this replicated job of the runtime is " + replicas
                            + ", but must be 1; parallelism, and for workers numNodes, says how many pods there are"));
        }
    }

    /** A number is passed on; without one Paddle takes the devices that it sees. */
    private static void processes(@Nullable IntOrString wanted, List<FieldError> found) {
        if (wanted == null || AUTO.equals(wanted.getStrVal())) {
            return;
        }
        if (wanted.getIntVal() == null || wanted.getIntVal() < 1) {
            found.add(FieldError.invalid(
                    TrainJobFields.PROCESSES, wanted.getValue(), "must be a whole number from 1, or auto"));
        }
    }

    /** What the merged template says of a role. */
    static Map<String, Object> template(PaddleGroup.Role role, RuntimeInfo info) {
        return Tree.objects(info.template(), "replicatedJobs").stream()
                .filter(job -> Tree.text(job, "name").equals(role.podSet().name()))
                .findFirst()
                .orElseGet(Map::of);
    }

    private static FieldError runtime(@Nullable Object value, String message) {
        return FieldError.invalid(TrainJobFields.RUNTIME, value, message);
    }
}
