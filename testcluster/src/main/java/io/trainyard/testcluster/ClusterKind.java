package io.trainyard.testcluster;

import io.trainyard.testcluster.programs.Program;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** How much of a control plane there is. */
public enum ClusterKind {
    /**
     * etcd, the API server and JobSet's resource definition: enough for admission, schemas, applies and watches. No
     * controller runs, so nothing is collected as garbage and no Job makes pods.
     */
    BARE,
    /** Also the controller manager, the scheduler, JobSet with its webhooks, and fake nodes on which pods run. */
    FULL;

    /** The programs that run in such a cluster. */
    Set<Program> programs() {
        return switch (this) {
            case BARE -> EnumSet.of(Program.ETCD, Program.API_SERVER);
            case FULL ->
                Arrays.stream(Program.values())
                        .filter(program -> !program.isAddOn() && program != Program.KUBECTL)
                        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Program.class)));
        };
    }
}
