package io.trainyard.plugins.volcano;

/** Names that Volcano fixes. */
final class VolcanoApi {
    static final String GROUP = "scheduling.volcano.sh";
    static final String VERSION = "v1beta1";

    /** Annotation of a pod: the PodGroup that it belongs to. The only key that the scheduler reads. */
    static final String GROUP_NAME = "scheduling.k8s.io/group-name";

    /** Annotation of jobs and pods: their queue. */
    static final String QUEUE_NAME = "scheduling.volcano.sh/queue-name";

    /** What annotations for the scheduler's features begin with. */
    static final String FEATURES = "volcano.sh/";

    /** Disruption budgets, which make no sense for a group of one. */
    static final String DISRUPTION_BUDGETS = FEATURES + "jdb-";

    /** The one feature that is also read from a label. */
    static final String PREEMPTABLE = FEATURES + "preemptable";

    static final String SCHEDULER_NAME = "volcano";

    private VolcanoApi() {}
}
