package io.trainyard.core.config;

import java.util.Optional;

/**
 * How large TrainJobs and runtimes may be: the controller compiles, sends and stores them for every job. Pure.
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

    /** The problem of a TrainJob of so many bytes of JSON; empty when it is small enough. */
    public Optional<String> ofTrainJob(int bytes) {
        return problem(bytes, trainJobKiB, "a TrainJob", "maxTrainJobKiB");
    }

    /** The problem of a runtime of so many bytes of JSON; empty when it is small enough. */
    public Optional<String> ofRuntime(int bytes) {
        return problem(bytes, runtimeKiB, "a runtime", "maxRuntimeKiB");
    }

    private static Optional<String> problem(int bytes, int kib, String what, String key) {
        return bytes <= kib * KIB
                ? Optional.empty()
                : Optional.of("has " + (bytes + KIB - 1) / KIB + " KiB of JSON, and " + what + " may have " + kib
                        + "; put scripts and data into a ConfigMap, a Secret or a volume that the pods mount, or ask the administrator to raise"
                        + " trainyard.admission." + key);
    }
}
