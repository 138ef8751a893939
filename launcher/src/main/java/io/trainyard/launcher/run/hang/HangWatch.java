package io.trainyard.launcher.run.hang;

import io.trainyard.core.view.NoteView;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.launcher.run.progress.PodState;
import io.trainyard.launcher.run.progress.RunState;
import io.trainyard.launcher.run.view.Durations;
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
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the user of pods that have stopped writing while their processes wait. Lives on one context, and looks at processes on worker threads. */
public final class HangWatch {
    private static final Logger LOG = LoggerFactory.getLogger(HangWatch.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** While pods are silent: a look at processes costs more than one at their lines. */
    private static final Duration LOOK_INTERVAL = Duration.ofSeconds(10);

    /** What processes that wait use at most from one look to the next. */
    private static final Duration IDLE = Duration.ofMillis(500);

    private final Vertx vertx;
    private final TimeSource time;
    private final RankStacks stacks;
    private final Supplier<RunState> state;
    private final Consumer<String> say;
    private final Map<String, OutputPace> paces = new HashMap<>();

    /** Processor time of silent pods at the last look. */
    private final Map<String, Duration> used = new HashMap<>();

    private final Map<String, String> told = new LinkedHashMap<>();
    private volatile List<NoteView> notes = List.of();
    private TimeSource.@Nullable Cancellable next;
    private boolean stopped;

    /**
     * @param time of the context
     * @param run folder of the run
     * @param pySpy the program that tells where a process is; empty where it is not installed
     * @param say tells the user a sentence
     */
    public HangWatch(
            Vertx vertx,
            TimeSource time,
            Path run,
            Optional<Path> pySpy,
            Supplier<RunState> state,
            Consumer<String> say) {
        this.vertx = vertx;
        this.time = time;
        this.stacks = new RankStacks(run, pySpy);
        this.state = state;
        this.say = say;
    }

    /** Begins to look; once is enough. */
    public void start() {
        if (next == null) {
            schedule(INTERVAL);
        }
    }

    /** Ends it; a look that is under way is the last one. */
    public void stop() {
        stopped = true;
        if (next != null) {
            next.cancel();
        }
    }

    private void schedule(Duration delay) {
        if (stopped) {
            return;
        }
        next = time.after(delay, () -> look().onComplete(done -> schedule(used.isEmpty() ? INTERVAL : LOOK_INTERVAL)));
    }

    private Future<Void> look() {
        Map<String, PodState> silent = silent(time.now());
        used.keySet().retainAll(silent.keySet());
        told.keySet().retainAll(silent.keySet());
        notes = told.values().stream()
                .map(sentence -> new NoteView("Hang", sentence, ""))
                .toList();
        return silent.isEmpty()
                ? Future.succeededFuture()
                : vertx.executeBlocking(() -> stacks.processorTimes(silent.keySet()), false)
                        .compose(times -> judge(silent, times))
                        .onFailure(failure -> LOG.warn("whether ranks hang cannot be seen", failure))
                        .otherwiseEmpty();
    }

    private Map<String, PodState> silent(Instant now) {
        Map<String, PodState> silent = new LinkedHashMap<>();
        for (PodState pod : state.get().pods().values()) {
            OutputPace pace = paces.computeIfAbsent(pod.snapshot().uid(), uid -> new OutputPace());
            pod.wrote().ifPresent(pace::take);
            if (!pod.gone()
                    && pod.snapshot().phase().equals("Running")
                    && pace.silence(now).isPresent()) {
                silent.put(pod.snapshot().namespace() + "/" + pod.snapshot().name(), pod);
            }
        }
        return silent;
    }

    private Future<Void> judge(Map<String, PodState> silent, Map<String, Duration> times) {
        Future<Void> all = Future.succeededFuture();
        for (Map.Entry<String, Duration> each : times.entrySet()) {
            @Nullable Duration before = used.put(each.getKey(), each.getValue());
            @Nullable PodState pod = silent.get(each.getKey());
            boolean idle = before != null && each.getValue().minus(before).compareTo(IDLE) <= 0;
            if (idle && pod != null && !told.containsKey(each.getKey())) {
                tell(each.getKey(), pod);
                all = all.compose(done -> vertx.executeBlocking(() -> stacks.of(each.getKey()), false))
                        .map(sentences -> {
                            sentences.forEach(say);
                            return null;
                        });
            }
        }
        return all;
    }

    private void tell(String key, PodState pod) {
        Duration silence =
                pod.wrote().map(last -> Duration.between(last, time.now())).orElse(Duration.ZERO);
        String sentence = pod.snapshot().shortName() + " hangs, as it looks: it has written nothing for "
                + Durations.text(silence) + ", far longer than usual, and waits; its last line: "
                + pod.line();
        told.put(key, sentence);
        say.accept(sentence);
    }

    /** What a page says of it. For any thread. */
    public List<NoteView> notes() {
        return notes;
    }
}
