package io.trainyard.dashboard.feed;

import io.trainyard.core.view.JobState;
import io.trainyard.core.view.JobSummary;
import io.trainyard.core.view.TrainingProgress;
import io.trainyard.dashboard.view.Count;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.dashboard.view.JobRow;
import io.trainyard.dashboard.view.PageJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The numbers of the first page.
 *
 * @param jobs how many are in each state
 * @param accelerators in use, and asked for by jobs that have not ended
 * @param started in the last day
 * @param finished in the last day
 * @param successPercent how many of those completed; empty when none has finished
 * @param medianSecondsToRunning of jobs that began to run in the last day
 * @param attention what somebody should look at, the latest first, not more than {@link #MAX_ATTENTION}
 * @param attentionCount how many those are in all
 */
public record Overview(
        Map<JobState, Long> jobs,
        Count accelerators,
        long started,
        long finished,
        Optional<Long> successPercent,
        Optional<Long> medianSecondsToRunning,
        List<Attention> attention,
        long attentionCount) {
    static final int MAX_ATTENTION = 50;

    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration LONG_PENDING = Duration.ofMinutes(15);
    private static final Duration LONG_SILENT = Duration.ofMinutes(10);

    /**
     * A job that somebody should look at.
     *
     * @param reason Failed, Pending, Silent or Problem
     * @param since when that began
     */
    public record Attention(JobKey key, String reason, String why, Instant since) {}

    /** Counts. */
    public static Overview of(Collection<JobRow> rows, Instant now) {
        Map<JobState, Long> jobs = new LinkedHashMap<>();
        for (JobState state : JobState.values()) {
            jobs.put(state, 0L);
        }
        Instant yesterday = now.minus(DAY);
        long have = 0;
        long want = 0;
        long finished = 0;
        long completed = 0;
        List<Long> waits = new ArrayList<>();
        List<Attention> attention = new ArrayList<>();
        for (JobRow row : rows) {
            JobSummary summary = row.summary();
            jobs.merge(summary.state(), 1L, Long::sum);
            if (!summary.state().isOver()) {
                have += row.accelerators().have();
                want += row.accelerators().want();
            } else if (summary.ended().filter(yesterday::isBefore).isPresent()) {
                finished++;
                completed += summary.state() == JobState.COMPLETE ? 1 : 0;
            }
            row.running()
                    .filter(yesterday::isBefore)
                    .map(running -> Duration.between(summary.created(), running).toSeconds())
                    .ifPresent(seconds -> waits.add(Math.max(0, seconds)));
            attention(row, now).ifPresent(attention::add);
        }
        attention.sort(Comparator.comparing(Attention::since).reversed());
        return new Overview(
                jobs,
                new Count(have, want),
                waits.size(),
                finished,
                finished == 0 ? Optional.empty() : Optional.of(100 * completed / finished),
                median(waits),
                List.copyOf(attention.subList(0, Math.min(MAX_ATTENTION, attention.size()))),
                attention.size());
    }

    private static Optional<Attention> attention(JobRow row, Instant now) {
        JobSummary summary = row.summary();
        return switch (summary.state()) {
            case FAILED ->
                summary.ended()
                        .filter(now.minus(DAY)::isBefore)
                        .map(ended -> new Attention(row.key(), "Failed", row.why(), ended));
            case COMPLETE, SUSPENDED -> Optional.empty();
            case RUNNING ->
                summary.progress()
                        .flatMap(TrainingProgress::reported)
                        .filter(now.minus(LONG_SILENT)::isAfter)
                        .map(reported -> new Attention(row.key(), "Silent", row.why(), reported))
                        .or(() -> problem(row));
            case CREATED, PENDING ->
                Optional.of(summary.created())
                        .filter(now.minus(LONG_PENDING)::isAfter)
                        .map(created -> new Attention(row.key(), "Pending", row.why(), created))
                        .or(() -> problem(row));
            case INITIALIZING, STARTING, ENDING -> problem(row);
        };
    }

    private static Optional<Attention> problem(JobRow row) {
        return row.problem()
                ? Optional.of(new Attention(
                        row.key(), "Problem", row.why(), row.summary().created()))
                : Optional.empty();
    }

    private static Optional<Long> median(List<Long> values) {
        return values.isEmpty()
                ? Optional.empty()
                : Optional.of(values.stream().sorted().toList().get(values.size() / 2));
    }

    /** As JSON. */
    public Map<String, Object> tree() {
        Map<String, Object> states = new LinkedHashMap<>();
        jobs.forEach((state, count) -> states.put(state.text(), count));
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("jobs", states);
        tree.put("accelerators", PageJson.of(accelerators));
        tree.put("started", started);
        tree.put("finished", finished);
        successPercent.ifPresent(percent -> tree.put("successPercent", percent));
        medianSecondsToRunning.ifPresent(seconds -> tree.put("medianSecondsToRunning", seconds));
        tree.put("attention", PageJson.all(attention, Overview::tree));
        tree.put("attentionCount", attentionCount);
        return tree;
    }

    private static Map<String, Object> tree(Attention attention) {
        Map<String, Object> tree = new LinkedHashMap<>(PageJson.of(attention.key()));
        tree.put("reason", attention.reason());
        tree.put("why", attention.why());
        tree.put("since", attention.since().toString());
        return tree;
    }
}
