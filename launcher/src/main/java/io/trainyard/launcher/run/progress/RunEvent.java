package io.trainyard.launcher.run.progress;

import java.time.Instant;
import java.util.Optional;

/** Something that was seen of a run. */
public sealed interface RunEvent {
    /** When it was seen. */
    Instant at();

    /** A TrainJob is there, or has changed. */
    record JobObserved(Instant at, JobSnapshot job) implements RunEvent {}

    /** A TrainJob was removed. */
    record JobDeleted(Instant at, String key) implements RunEvent {}

    /** A pod is there, or has changed. */
    record PodObserved(Instant at, PodSnapshot pod) implements RunEvent {}

    /** A pod was removed; its processes have ended. */
    record PodDeleted(Instant at, String uid) implements RunEvent {}

    /**
     * Somebody warns of something.
     *
     * @param subject kind and name of what it is about, such as {@code TrainJob mnist}
     */
    record WarningRecorded(Instant at, String subject, String reason, String message) implements RunEvent {}

    /** From now on, programs that still run are being stopped. */
    record StopBegun(Instant at) implements RunEvent {}

    /**
     * A container has written; of many lines the last one.
     *
     * @param podUid its pod
     * @param percentage what the program says of its progress, if it does
     */
    record OutputWritten(Instant at, String podUid, String line, Optional<Integer> percentage) implements RunEvent {}
}
