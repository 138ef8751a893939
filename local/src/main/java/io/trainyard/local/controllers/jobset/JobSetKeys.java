package io.trainyard.local.controllers.jobset;

/** Names of labels and annotations on what a JobSet makes. */
final class JobSetKeys {
    static final String JOB_SET_NAME = "jobset.sigs.k8s.io/jobset-name";
    static final String JOB_SET_UID = "jobset.sigs.k8s.io/jobset-uid";
    static final String REPLICATED_JOB_NAME = "jobset.sigs.k8s.io/replicatedjob-name";
    static final String REPLICATED_JOB_REPLICAS = "jobset.sigs.k8s.io/replicatedjob-replicas";
    static final String GLOBAL_REPLICAS = "jobset.sigs.k8s.io/global-replicas";
    static final String JOB_INDEX = "jobset.sigs.k8s.io/job-index";
    static final String JOB_GLOBAL_INDEX = "jobset.sigs.k8s.io/job-global-index";
    static final String JOB_KEY = "jobset.sigs.k8s.io/job-key";
    static final String RESTART_ATTEMPT = "jobset.sigs.k8s.io/restart-attempt";
    static final String JOB_RESTART_ATTEMPT = "jobset.sigs.k8s.io/job-restart-attempt";
    static final String GROUP_NAME = "jobset.sigs.k8s.io/group-name";
    static final String GROUP_REPLICAS = "jobset.sigs.k8s.io/group-replicas";
    static final String JOB_GROUP_INDEX = "jobset.sigs.k8s.io/job-group-index";
    static final String COORDINATOR = "jobset.sigs.k8s.io/coordinator";

    private JobSetKeys() {}
}
