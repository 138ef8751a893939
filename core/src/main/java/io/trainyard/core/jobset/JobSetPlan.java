package io.trainyard.core.jobset;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import java.util.Optional;

/** What to do with the JobSet of a TrainJob. Pure. */
public sealed interface JobSetPlan {
    /** There is none: create it. */
    record Create() implements JobSetPlan {}

    /** It exists and may change: apply it if it differs. */
    record Apply() implements JobSetPlan {}

    /** It runs: not even labels are touched. */
    record LeaveAlone() implements JobSetPlan {}

    /** It belongs to an earlier TrainJob of this name and will be collected: look again soon. */
    record WaitForCollection() implements JobSetPlan {}

    /**
     * It belongs to somebody else: never touch it.
     *
     * @param message says so
     */
    record Foreign(String message) implements JobSetPlan {}

    /**
     * Decides.
     *
     * @param existing the JobSet of that name, whoever owns it
     */
    static JobSetPlan decide(TrainJob trainJob, Optional<JobSet> existing) {
        if (existing.isEmpty()) {
            return new Create();
        }
        JobSet jobSet = existing.get();
        Optional<OwnerReference> controller = controller(jobSet);
        if (isControlledBy(jobSet, trainJob)) {
            boolean suspend = trainJob.getSpec() != null && trainJob.getSpec().isSuspended();
            return suspend || jobSet.suspended() ? new Apply() : new LeaveAlone();
        }
        if (controller.filter(owner -> isEarlier(owner, trainJob)).isPresent()) {
            return new WaitForCollection();
        }
        return new Foreign("JobSet " + jobSet.getMetadata().getNamespace() + "/"
                + jobSet.getMetadata().getName()
                + " exists and is not controlled by this TrainJob; delete or rename one of them");
    }

    /** True when this TrainJob, by uid, is the controller of the JobSet. */
    static boolean isControlledBy(JobSet jobSet, TrainJob trainJob) {
        return controller(jobSet)
                .filter(owner -> trainJob.getMetadata().getUid().equals(owner.getUid()))
                .isPresent();
    }

    /** The controlling owner, whoever that is. */
    static Optional<OwnerReference> controller(JobSet jobSet) {
        return jobSet.getMetadata().getOwnerReferences().stream()
                .filter(owner -> Boolean.TRUE.equals(owner.getController()))
                .findFirst();
    }

    private static boolean isEarlier(OwnerReference owner, TrainJob trainJob) {
        return TrainerApi.TRAIN_JOB.equals(owner.getKind())
                && owner.getApiVersion().startsWith(TrainerApi.GROUP + "/")
                && trainJob.getMetadata().getName().equals(owner.getName());
    }
}
