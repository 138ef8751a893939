package io.trainyard.bench.viewers;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.view.JobState;
import io.trainyard.core.view.JobSummary;
import io.trainyard.dashboard.log.LogSource;
import io.trainyard.dashboard.view.ClusterView;
import io.trainyard.dashboard.view.ControllerView;
import io.trainyard.dashboard.view.Count;
import io.trainyard.dashboard.view.JobKey;
import io.trainyard.dashboard.view.JobMetrics;
import io.trainyard.dashboard.view.JobPage;
import io.trainyard.dashboard.view.JobRow;
import io.trainyard.dashboard.view.JobSpec;
import io.trainyard.dashboard.view.JobViews;
import io.trainyard.dashboard.view.RuntimeRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A cluster of which there is only the list of its jobs. For any thread. */
final class MadeUpJobs implements JobViews, LogSource {
    private static final int NAMESPACES = 20;
    private static final List<JobState> STATES = List.of(JobState.values());

    private final Instant begin;
    private final List<JobRow> rows = new ArrayList<>();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    MadeUpJobs(Instant begin, int jobs) {
        this.begin = begin;
        for (int i = 0; i < jobs; i++) {
            rows.add(row(i, ""));
        }
    }

    /** Something else is said of a job now. */
    synchronized void change(int number, String sentence) {
        JobRow row = row(number, sentence);
        rows.set(number, row);
        listeners.forEach(listener -> listener.changed(row));
    }

    private JobRow row(int number, String sentence) {
        JobState state = STATES.get(number % STATES.size());
        Instant created = begin.minusSeconds(number);
        JobSummary summary = new JobSummary(
                "team-" + number % NAMESPACES,
                "job-" + number,
                "uid-" + number,
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
        return new JobRow(summary, sentence, false, "torch", false, "", Map.of(), Count.NONE, Optional.empty());
    }

    @Override
    public synchronized Subscription watch(Listener listener) {
        rows.forEach(listener::changed);
        listener.ready();
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public Uni<Optional<JobPage>> job(JobKey key) {
        return nothing();
    }

    @Override
    public Uni<JobMetrics> metrics(JobKey key) {
        return nobodyAsks();
    }

    @Override
    public Uni<Optional<JobSpec>> spec(JobKey key) {
        return nothing();
    }

    @Override
    public Uni<List<RuntimeRow>> runtimes() {
        return Uni.createFrom().item(List.of());
    }

    @Override
    public Uni<ClusterView> cluster() {
        return Uni.createFrom().item(new ClusterView(List.of(), List.of()));
    }

    @Override
    public Uni<ControllerView> controller() {
        return nobodyAsks();
    }

    @Override
    public Uni<List<Origin>> origins(Selection selection) {
        return Uni.createFrom().item(List.of());
    }

    @Override
    public Uni<Log> open(JobKey job, Origin origin, Part part) {
        return nobodyAsks();
    }

    private static <T> Uni<Optional<T>> nothing() {
        return Uni.createFrom().item(Optional.empty());
    }

    private static <T> Uni<T> nobodyAsks() {
        return Uni.createFrom().failure(new UnsupportedOperationException("there is only a list"));
    }
}
