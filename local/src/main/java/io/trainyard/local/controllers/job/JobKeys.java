package io.trainyard.local.controllers.job;

/** Labels, annotations and finalizers of Jobs and their pods. */
final class JobKeys {
    static final String COMPLETION_INDEX = "batch.kubernetes.io/job-completion-index";
    static final String INDEX_FAILURES = "batch.kubernetes.io/job-index-failure-count";
    static final String INDEX_IGNORED_FAILURES = "batch.kubernetes.io/job-index-ignored-failure-count";
    static final String TRACKING = "batch.kubernetes.io/job-tracking";
    static final String BUILT_IN_CONTROLLER = "kubernetes.io/job-controller";
    static final String FIELD_MANAGER = "kube-controller-manager";

    private JobKeys() {}
}
