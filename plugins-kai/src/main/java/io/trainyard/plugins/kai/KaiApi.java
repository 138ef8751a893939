package io.trainyard.plugins.kai;

/** Names that KAI fixes. */
final class KaiApi {
    static final String GROUP = "scheduling.run.ai";
    static final String TOPOLOGY_GROUP = "kai.scheduler";
    static final String SCHEDULER_NAME = "kai-scheduler";

    /** Annotation of a pod: the PodGroup that it belongs to. It really has no prefix. */
    static final String POD_GROUP_NAME = "pod-group-name";

    /** Annotation of a pod: the value {@code true} keeps KAI's grouper away from it. */
    static final String SKIP_GROUPER = "kai.scheduler/skip-podgrouper";

    /** Label of a pod: the leaf of its PodGroup that it belongs to. */
    static final String SUB_GROUP_NAME = "kai.scheduler/subgroup-name";

    /** Usual key of the label that names a queue. */
    static final String QUEUE = "kai.scheduler/queue";

    /** Label that names a priority class. It has no prefix either. */
    static final String PRIORITY_CLASS = "priorityClassName";

    static final String PREEMPTIBILITY = "kai.scheduler/preemptibility";
    static final String NODE_POOL = "kai.scheduler/node-pool";
    static final String TOPOLOGY = "kai.scheduler/topology";
    static final String REQUIRED_LEVEL = "kai.scheduler/topology-required-placement";
    static final String PREFERRED_LEVEL = "kai.scheduler/topology-preferred-placement";
    static final String PREEMPTION_DELAY = "kai.scheduler/preemption-delay";
    static final String STALENESS_GRACE_PERIOD = "kai.scheduler/staleness-grace-period";

    /** Annotation for KAI's grouper: how many members are enough. */
    static final String MIN_MEMBER = "kai.scheduler/batch-min-member";

    /** Label by which KAI finds the pods that must go last. */
    static final String JOB_ROLE = "training.kubeflow.org/job-role";

    /** Class that a default installation of KAI brings for training. */
    static final String TRAIN = "train";

    private KaiApi() {}
}
