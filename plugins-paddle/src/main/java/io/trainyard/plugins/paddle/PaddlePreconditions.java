package io.trainyard.plugins.paddle;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.spi.framework.GroupPreconditions;
import io.trainyard.spi.framework.RoleJobs;
import io.trainyard.spi.framework.TrainJobFields;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
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
            found.addAll(RoleJobs.preconditions("Paddle", info, role.podSet()));
        }
        processes(info.trainer().numProcPerNode(), found);
        found.addAll(GroupPreconditions.nodeCount(info));
        found.addAll(GroupPreconditions.indexes(
                "paddle", group.roles().stream().map(PaddleGroup.Role::podSet).toList()));
        found.addAll(GroupPreconditions.hostNames(info, (int) Math.min(group.pods(), Integer.MAX_VALUE)));
        return List.copyOf(found);
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

    private static FieldError runtime(@Nullable Object value, String message) {
        return FieldError.invalid(TrainJobFields.RUNTIME, value, message);
    }
}
