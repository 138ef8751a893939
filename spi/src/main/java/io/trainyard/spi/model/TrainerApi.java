package io.trainyard.spi.model;

/** Names that the API fixes: group, kinds, condition types, reserved labels and containers. */
public final class TrainerApi {
    /** API group of all kinds of this package. */
    public static final String GROUP = "trainer.kubeflow.org";

    /** Older name of the group, accepted in {@code runtimeRef.apiGroup} only. */
    public static final String GROUP_ALIAS = "kubeflow.org";

    /** Version that the controller reads, writes and stores. */
    public static final String VERSION = "v1alpha1";

    /** {@code apiVersion} of every object of this group. */
    public static final String API_VERSION = GROUP + "/" + VERSION;

    public static final String TRAIN_JOB = "TrainJob";
    public static final String TRAINING_RUNTIME = "TrainingRuntime";
    public static final String CLUSTER_TRAINING_RUNTIME = "ClusterTrainingRuntime";

    /** Value of {@code spec.managedBy} that names this controller. */
    public static final String MANAGED_BY_TRAINER = "trainer.kubeflow.org/trainjob-controller";

    public static final String CONDITION_SUSPENDED = "Suspended";
    public static final String CONDITION_COMPLETE = "Complete";
    public static final String CONDITION_FAILED = "Failed";

    /** Label that says which role a replicated job plays; see {@link #ANCESTOR_TRAINER} and its siblings. */
    public static final String ANCESTOR_LABEL = "trainer.kubeflow.org/trainjob-ancestor-step";

    public static final String ANCESTOR_TRAINER = "trainer";
    public static final String ANCESTOR_DATASET_INITIALIZER = "dataset-initializer";
    public static final String ANCESTOR_MODEL_INITIALIZER = "model-initializer";

    /** Label with the name of the TrainJob on objects of which there are many, so that only these need to be watched. */
    public static final String TRAIN_JOB_NAME_LABEL = "trainer.kubeflow.org/trainjob-name";

    /** Usual name of the trainer container and of its replicated job. */
    public static final String NODE = "node";

    /** Name of the replicated job that starts MPI ranks. */
    public static final String LAUNCHER = "launcher";

    /** Label on a runtime; the value {@code deprecated} gives users a warning. */
    public static final String SUPPORT_LABEL = "trainer.kubeflow.org/support";

    /** Finalizer of earlier releases of the API, removed wherever it is found. */
    public static final String LEGACY_RUNTIME_FINALIZER = "trainer.kubeflow.org/resource-in-use";

    private TrainerApi() {}
}
