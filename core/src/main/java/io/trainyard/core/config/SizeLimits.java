package io.trainyard.core.config;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.core.manifest.ObjectSize;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How large TrainJobs and runtimes may be: each of them is compiled, sent, stored and told to watchers for every job. Pure.
 *
 * @param runtimeKiB for a runtime of either kind
 * @param trainJobKiB for a TrainJob
 */
public record SizeLimits(int runtimeKiB, int trainJobKiB) {
    /** The largest runtime that we ship has 6 KiB, and Linux takes no single argument above 128 KiB. */
    public static final SizeLimits DEFAULT = new SizeLimits(128, 256);

    /** An API server stores hardly more than this. */
    static final int MAX_KIB = 1024;

    private static final int KIB = 1024;

    /** What is wrong with the size of a TrainJob; empty when nothing is. */
    public Optional<String> of(TrainJob trainJob) {
        return trainJobProblem(size(trainJob, trainJob.getSpec(), trainJobKiB));
    }

    /** What is wrong with the size of a TrainJob as it came; empty when nothing is. */
    public Optional<String> ofTrainJob(Map<String, Object> tree) {
        return trainJobProblem(size(tree, trainJobKiB));
    }

    /** What is wrong with the size of a runtime; empty when nothing is. */
    public Optional<String> of(RuntimeResource runtime) {
        return runtimeProblem(size(runtime, runtime.getSpec(), runtimeKiB));
    }

    /** What is wrong with the size of a runtime as it came; empty when nothing is. */
    public Optional<String> ofRuntime(Map<String, Object> tree) {
        return runtimeProblem(size(tree, runtimeKiB));
    }

    /** Whether the text of a runtime has more characters than a runtime may have bytes. */
    public boolean isTooLong(String runtime) {
        return runtime.length() > runtimeKiB * KIB;
    }

    private static long size(HasMetadata object, @Nullable Object spec, int kib) {
        return ObjectSize.of(
                object.getMetadata().getLabels(), object.getMetadata().getAnnotations(), spec, enough(kib));
    }

    private static long size(Map<String, Object> tree, int kib) {
        return ObjectSize.of(
                Tree.child(tree, "metadata", "labels"),
                Tree.child(tree, "metadata", "annotations"),
                tree.get("spec"),
                enough(kib));
    }

    private Optional<String> trainJobProblem(long bytes) {
        return problem(bytes, trainJobKiB, "a TrainJob", "maxTrainJobKiB");
    }

    private Optional<String> runtimeProblem(long bytes) {
        return problem(bytes, runtimeKiB, "a runtime", "maxRuntimeKiB");
    }

    /** Few are larger than four times the limit, and of those nobody needs to know by how much. */
    private static long enough(int kib) {
        return 4L * kib * KIB;
    }

    private static Optional<String> problem(long bytes, int kib, String what, String key) {
        return bytes <= (long) kib * KIB
                ? Optional.empty()
                : Optional.of("has " + (bytes >= enough(kib) ? "at least " : "") + (bytes + KIB - 1) / KIB
                        + " KiB of JSON, and " + what + " may have " + kib
                        + "; put scripts and data into a ConfigMap, a Secret or a volume that the pods mount, or ask the administrator to raise"
                        + " trainyard.admission." + key);
    }
}
