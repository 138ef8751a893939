package io.trainyard.core.jobset;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.CustomObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A JobSet. The spec stays a tree, so that no field of any JobSet version is lost. */
@Group("jobset.x-k8s.io")
@Version("v1alpha2")
@Kind("JobSet")
@Plural("jobsets")
@Singular("jobset")
public final class JobSet extends CustomObject<Map<String, Object>, JobSetStatus> implements Namespaced {
    private static final long serialVersionUID = 1L;

    /** The status; an empty one before the first report. */
    public JobSetStatus statusOrEmpty() {
        @Nullable JobSetStatus status = getStatus();
        return status == null ? JobSetStatus.EMPTY : status;
    }

    /** True when the JobSet has completed or failed. */
    public boolean hasEnded() {
        return statusOrEmpty().whenTrue(JobSetStatus.COMPLETED).isPresent()
                || statusOrEmpty().whenTrue(JobSetStatus.FAILED).isPresent();
    }

    /** True when pods of it have run, succeeded or failed: what is in it counts from then on, even while it is suspended. */
    public boolean hasStarted() {
        @Nullable Integer restarts = statusOrEmpty().restarts();
        return (restarts != null && restarts > 0)
                || statusOrEmpty().replicatedJobsStatus().stream()
                        .anyMatch(
                                job -> job.ready() > 0 || job.succeeded() > 0 || job.failed() > 0 || job.active() > 0);
    }

    /** True when the set is to have no pods. */
    public boolean suspended() {
        return Boolean.TRUE.equals(Tree.at(getSpec(), "suspend"));
    }

    /** The replicated jobs as trees. */
    public List<Map<String, Object>> replicatedJobs() {
        return Tree.objects(getSpec(), "replicatedJobs");
    }

    /** How many pods a Job of that replicated job has; empty where there is none of that name, or it does not say. */
    public Optional<Integer> pods(String replicatedJob) {
        return replicatedJobs().stream()
                .filter(job -> replicatedJob.equals(job.get("name")))
                .findFirst()
                .flatMap(job -> Tree.wholeNumber(job, "template", "spec", "parallelism"));
    }

    @Override
    public String toString() {
        return "JobSet " + getMetadata().getNamespace() + "/" + getMetadata().getName();
    }
}
