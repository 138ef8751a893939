package io.trainyard.testcluster;

import io.trainyard.testcluster.programs.Program;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** How much of a control plane there is. */
public enum ClusterKind {
    /**
     * etcd, the API server and JobSet's resource definition: enough for admission, schemas, applies and watches. No
     * controller runs, so nothing is collected as garbage and no Job makes pods.
     */
    BARE(EnumSet.of(Program.ETCD, Program.API_SERVER)),
    /** Also the controller manager, the scheduler, JobSet with its web hooks, and fake nodes on which pods run. */
    FULL(EnumSet.of(
            Program.ETCD,
            Program.API_SERVER,
            Program.CONTROLLER_MANAGER,
            Program.SCHEDULER,
            Program.JOBSET,
            Program.KWOK));

    private final Set<Program> programs;

    ClusterKind(EnumSet<Program> programs) {
        this.programs = Collections.unmodifiableSet(programs);
    }

    Set<Program> programs() {
        return programs;
    }
}
