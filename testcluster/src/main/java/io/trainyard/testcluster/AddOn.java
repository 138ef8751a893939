package io.trainyard.testcluster;

import io.trainyard.testcluster.programs.Program;

/** What may run in a full cluster besides the control plane. */
public enum AddOn {
    /**
     * A second scheduler, with the coscheduling plugin, for pods with the schedulerName {@value #COSCHEDULING_SCHEDULER_NAME}. It needs the definition of
     * {@code podgroups.scheduling.x-k8s.io}. A gang for which there was no room is tried again after a few seconds; the plugin itself
     * does not ask to be told of new nodes.
     */
    COSCHEDULING(Program.COSCHEDULING_SCHEDULER);

    /** Name of the scheduler with the coscheduling plugin. */
    public static final String COSCHEDULING_SCHEDULER_NAME = "scheduler-plugins-scheduler";

    private final Program program;

    AddOn(Program program) {
        this.program = program;
    }

    Program program() {
        return program;
    }
}
