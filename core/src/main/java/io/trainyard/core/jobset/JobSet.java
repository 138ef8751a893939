package io.trainyard.core.jobset;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;
import io.trainyard.foundation.tree.Tree;
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
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonDeserialize(using = JsonDeserializer.None.class)
@JsonPropertyOrder({"apiVersion", "kind", "metadata", "spec", "status"})
public final class JobSet implements HasMetadata, Namespaced {
    /** {@code apiVersion} of every JobSet that we read and write. */
    public static final String API_VERSION = "jobset.x-k8s.io/v1alpha2";

    private static final long serialVersionUID = 1L;

    private String apiVersion = API_VERSION;
    private String kind = "JobSet";
    private ObjectMeta metadata = new ObjectMeta();

    @SuppressWarnings("serial")
    private @Nullable Map<String, Object> spec;

    @SuppressWarnings("serial")
    private @Nullable JobSetStatus status;

    @Override
    public String getApiVersion() {
        return apiVersion;
    }

    @Override
    public void setApiVersion(String apiVersion) {
        this.apiVersion = apiVersion;
    }

    @Override
    public String getKind() {
        return kind;
    }

    public void setKind(String kind) {
        this.kind = kind;
    }

    @Override
    public ObjectMeta getMetadata() {
        return metadata;
    }

    @Override
    public void setMetadata(ObjectMeta metadata) {
        this.metadata = metadata;
    }

    /** The spec as a tree; null only in a broken object. */
    public @Nullable Map<String, Object> getSpec() {
        return spec;
    }

    public void setSpec(@Nullable Map<String, Object> spec) {
        this.spec = spec;
    }

    /** What the JobSet controller reports; null before the first report. */
    public @Nullable JobSetStatus getStatus() {
        return status;
    }

    public void setStatus(@Nullable JobSetStatus status) {
        this.status = status;
    }

    /** The status; an empty one before the first report. */
    public JobSetStatus statusOrEmpty() {
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
        return Boolean.TRUE.equals(Tree.at(spec, "suspend"));
    }

    /** The replicated jobs as trees. */
    public List<Map<String, Object>> replicatedJobs() {
        return Tree.objects(spec, "replicatedJobs");
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
        return "JobSet " + metadata.getNamespace() + "/" + metadata.getName();
    }
}
