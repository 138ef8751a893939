package io.trainyard.testcluster;

import io.trainyard.testcluster.programs.Program;

/** What may run in a full cluster besides the control plane; the last one in a bare one, too. */
public enum AddOn {
    /**
     * A second scheduler, with the coscheduling plugin, for pods with the schedulerName {@value #COSCHEDULING_SCHEDULER_NAME}. It needs the definition of
     * {@code podgroups.scheduling.x-k8s.io}. A gang for which there was no room is tried again after a few seconds; the plugin itself
     * does not ask to be told of new nodes.
     */
    COSCHEDULING(Program.COSCHEDULING_SCHEDULER),
    /**
     * Kueue with its definitions and webhooks, for Jobs, JobSets and TrainJobs. It needs the definitions of {@code trainer.kubeflow.org}, and is known to
     * admission under its usual name. Objects with the label {@code kueue.x-k8s.io/queue-name} are its; other tests need not know of it.
     */
    KUEUE(Program.KUEUE),
    /** Kubeflow Trainer's controller, ready for a test that starts it: {@link TestCluster#startKubeflowTrainer()}. */
    KUBEFLOW_TRAINER(Program.KUBEFLOW_TRAINER),
    /** JobSet's feature gate of this name: the number of pods of a JobSet can change while it runs. */
    ELASTIC_JOBSET(Program.JOBSET);

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
