package io.trainyard.dashboard;

import io.trainyard.core.view.JobState;
import io.trainyard.core.view.JobSummary;
import io.trainyard.dashboard.view.Count;
import io.trainyard.dashboard.view.JobRow;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Rows for tests. */
public final class Rows {
    public static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private Rows() {}

    public static JobRow row(String namespace, String name, JobState state) {
        return row(namespace, name, state, Duration.ofHours(1));
    }

    public static JobRow row(String namespace, String name, JobState state, Duration age) {
        return JobRow.of(summary(namespace, name, state, NOW.minus(age)));
    }

    public static JobRow labelled(JobRow row, Map<String, String> labels) {
        return new JobRow(
                row.summary(),
                row.why(),
                row.problem(),
                row.framework(),
                row.deprecated(),
                row.owner(),
                labels,
                row.accelerators(),
                row.running());
    }

    public static JobRow saying(JobRow row, String why) {
        return new JobRow(
                row.summary(),
                why,
                row.problem(),
                row.framework(),
                row.deprecated(),
                row.owner(),
                row.labels(),
                row.accelerators(),
                row.running());
    }

    public static JobRow with(JobRow row, Count accelerators, Optional<Instant> running) {
        return new JobRow(
                row.summary(),
                row.why(),
                row.problem(),
                row.framework(),
                row.deprecated(),
                row.owner(),
                row.labels(),
                accelerators,
                running);
    }

    public static JobRow queued(JobRow row, String queue) {
        JobSummary old = row.summary();
        JobSummary summary = new JobSummary(
                old.namespace(),
                old.name(),
                old.uid(),
                old.state(),
                old.reason(),
                old.message(),
                old.runtimeKind(),
                old.runtime(),
                old.nodes(),
                old.readyNodes(),
                old.progress(),
                Optional.of(queue),
                old.created(),
                old.ended(),
                old.suspended(),
                old.deleting(),
                old.managedBy());
        return JobRow.of(summary);
    }

    public static JobSummary summary(String namespace, String name, JobState state, Instant created) {
        return new JobSummary(
                namespace,
                name,
                "uid-" + name,
                state,
                "",
                "",
                "ClusterTrainingRuntime",
                "torch-distributed",
                Optional.of(2),
                Optional.of(state == JobState.RUNNING ? 2 : 0),
                Optional.empty(),
                Optional.empty(),
                created,
                state.isOver() ? Optional.of(created.plusSeconds(600)) : Optional.empty(),
                state == JobState.SUSPENDED,
                false,
                Optional.empty());
    }
}
