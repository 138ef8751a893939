package io.trainyard.launcher.run.meeting;

import io.trainyard.core.view.Cause;
import io.trainyard.core.view.NoteView;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.launcher.run.progress.PodSnapshot;
import io.trainyard.launcher.run.progress.PodState;
import io.trainyard.launcher.run.progress.RunState;
import io.trainyard.local.kubelet.process.SeenProcess;
import io.trainyard.spi.model.TrainerApi;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks whether the ranks of a run meet, ever more rarely and until they have, and tells the user where they do not. Lives on one context, and looks on worker threads.
 */
public final class MeetingWatch {
    private static final Logger LOG = LoggerFactory.getLogger(MeetingWatch.class);
    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration MAX_INTERVAL = Duration.ofSeconds(15);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Set<String> FETCHING =
            Set.of(TrainerApi.ANCESTOR_DATASET_INITIALIZER, TrainerApi.ANCESTOR_MODEL_INITIALIZER);

    private final Vertx vertx;
    private final TimeSource time;
    private final Path run;
    private final Supplier<RunState> state;
    private final BiConsumer<String, String> say;
    private final Map<String, Meetings> jobs = new LinkedHashMap<>();
    private final Map<String, Instant> lonely = new HashMap<>();
    private final Map<String, String> told = new LinkedHashMap<>();
    private volatile List<NoteView> notes = List.of();
    private @Nullable Instant begun;
    private TimeSource.@Nullable Cancellable next;
    private boolean stopped;

    /**
     * @param time of the context
     * @param run folder of the run
     * @param say tells the user something: a word, and a sentence
     */
    public MeetingWatch(
            Vertx vertx, TimeSource time, Path run, Supplier<RunState> state, BiConsumer<String, String> say) {
        this.vertx = vertx;
        this.time = time;
        this.run = run;
        this.state = state;
        this.say = say;
    }

    /** Begins to look; once is enough. */
    public void start() {
        if (begun == null) {
            begun = time.now();
            look().onComplete(done -> schedule(time.now()));
        }
    }

    private void schedule(Instant since) {
        if (!stopped && (jobs.isEmpty() || !jobs.values().stream().allMatch(Meetings::haveMet))) {
            Duration tenth = Duration.between(since, time.now()).dividedBy(10);
            Duration delay = tenth.compareTo(FIRST) < 0 ? FIRST : tenth;
            next = time.after(delay.compareTo(MAX_INTERVAL) < 0 ? delay : MAX_INTERVAL, () -> look().onComplete(
                            done -> schedule(since)));
        }
    }

    private Future<Void> look() {
        return vertx.executeBlocking(() -> SeenProcess.at(run), false)
                .<Void>map(look -> {
                    take(look);
                    return null;
                })
                .onFailure(failure -> LOG.warn("whether ranks meet cannot be seen", failure))
                .otherwiseEmpty();
    }

    private void take(SeenProcess.Look look) {
        Map<String, Map<String, String>> nodes = new LinkedHashMap<>();
        for (PodState pod : state.get().pods().values()) {
            PodSnapshot known = pod.snapshot();
            if (!FETCHING.contains(known.replicatedJob())) {
                nodes.computeIfAbsent(known.trainJob(), key -> new HashMap<>())
                        .put(known.namespace() + "/" + known.name(), known.shortName());
            }
        }
        nodes.forEach((job, pods) -> {
            Meetings meetings = jobs.computeIfAbsent(job, key -> new Meetings());
            meetings.take(look, pods);
            judge(job, meetings, new TreeSet<>(pods.values()));
        });
        notes = told.entrySet().stream()
                .filter(each -> jobs.containsKey(each.getKey())
                        && !jobs.get(each.getKey()).haveMet())
                .map(each -> new NoteView("Group", each.getValue(), ""))
                .toList();
    }

    private void judge(String job, Meetings meetings, Set<String> all) {
        Optional<String> waiting = meetings.waiting(all);
        if (waiting.isEmpty() && !meetings.areAlone()) {
            lonely.remove(job);
        } else if (!lonely.computeIfAbsent(job, key -> time.now())
                .plus(PATIENCE)
                .isAfter(time.now())) {
            String sentence = waiting.orElseGet(() -> "no rank has connected to another yet; as it looks, "
                    + meetings.each() + " trains for itself: " + Meetings.ADVICE);
            if (!sentence.equals(told.put(job, sentence))) {
                say.accept(waiting.isPresent() ? "Waiting" : "Alone", sentence);
            }
        }
    }

    /** What a page says of it. For any thread. */
    public List<NoteView> notes() {
        return notes;
    }

    /** Looks for the last time. */
    public Future<Void> stop() {
        stopped = true;
        if (next != null) {
            next.cancel();
        }
        return begun == null ? Future.succeededFuture() : look();
    }

    /** What is said at the end of those that never met, by the keys of their TrainJobs. */
    public Map<String, Cause> causes() {
        Map<String, Cause> causes = new LinkedHashMap<>();
        jobs.forEach((job, meetings) -> meetings.cause().ifPresent(cause -> causes.put(job, cause)));
        return causes;
    }
}
