package io.trainyard.core.controller;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.trainyard.core.report.WorldSize;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobStatus;
import java.util.Objects;

/**
 * Tells changes of a TrainJob that only its program made, by reporting progress. There is one for each job every few seconds, and nothing to do about them.
 * Pure.
 */
final class ReportedChange {
    private ReportedChange() {}

    /** Whether nothing else has changed, and the report asks for nothing. */
    static boolean isAll(TrainJob previous, TrainJob next) {
        TrainJobStatus before = previous.statusOrEmpty();
        TrainJobStatus after = next.statusOrEmpty();
        return !Objects.equals(before.trainerStatus(), after.trainerStatus())
                && WorldSize.smaller(before.trainerStatus()).equals(WorldSize.smaller(after.trainerStatus()))
                && withoutReport(before).equals(withoutReport(after))
                && isSame(previous.getMetadata(), next.getMetadata());
    }

    private static TrainJobStatus withoutReport(TrainJobStatus status) {
        return new TrainJobStatus(
                status.conditions(),
                status.jobsStatus(),
                null,
                status.phase(),
                status.state(),
                status.nodes(),
                status.readyNodes(),
                status.selector(),
                status.observedGeneration());
    }

    private static boolean isSame(ObjectMeta previous, ObjectMeta next) {
        return Objects.equals(previous.getUid(), next.getUid())
                && Objects.equals(previous.getGeneration(), next.getGeneration())
                && Objects.equals(previous.getDeletionTimestamp(), next.getDeletionTimestamp())
                && Objects.equals(previous.getLabels(), next.getLabels())
                && Objects.equals(previous.getAnnotations(), next.getAnnotations())
                && Objects.equals(previous.getFinalizers(), next.getFinalizers())
                && Objects.equals(previous.getOwnerReferences(), next.getOwnerReferences());
    }
}
