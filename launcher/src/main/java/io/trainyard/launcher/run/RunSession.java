package io.trainyard.launcher.run;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.launcher.cli.run.LocalRun;
import io.trainyard.launcher.run.progress.Change;
import io.trainyard.launcher.run.progress.PodSnapshot;
import io.trainyard.launcher.run.progress.Progress;
import io.trainyard.launcher.run.progress.ProgressPattern;
import io.trainyard.launcher.run.progress.RunEvent;
import io.trainyard.launcher.run.progress.RunState;
import io.trainyard.local.kubelet.logs.PodLogs;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps the state of a run, shows what changes, and says when it is over. Lives on one context. */
final class RunSession {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(150);

    private final Set<String> trainJobs;
    private final ProgressPattern pattern;
    private final TimeSource time;
    private final Presenter presenter;
    private final WorkerExecutor screen;
    private final OutputLines shown;
    private final LogTail tail = new LogTail();
    private final Set<String> followed = new HashSet<>();
    private final Consumer<RunState> listener;
    private @Nullable PodLogs logs;
    private RunState state;
    private TimeSource.@Nullable Cancellable next;
    private final List<Change> heldBack = new ArrayList<>();
    private volatile boolean held;
    private final LocalRun.Display display;
    private final Runnable unread;
    private boolean toldUnread;
    private boolean stopped;
    private boolean closed;

    /**
     * @param trainJobs keys of the TrainJobs of this run
     * @param listener told of every new state
     * @param unread called once when nobody reads the output any more; from any thread
     */
    RunSession(
            Vertx vertx,
            TimeSource time,
            LocalRun.Display display,
            Set<String> trainJobs,
            Consumer<RunState> listener,
            Runnable unread) {
        this.display = display;
        this.unread = unread;
        this.trainJobs = Set.copyOf(trainJobs);
        this.shown = new OutputLines(display, trainJobs.size() > 1);
        this.pattern = display.pattern().map(ProgressPattern::of).orElse(ProgressPattern.DEFAULT);
        this.time = time;
        this.presenter = Presenters.of(display);
        this.screen = vertx.createSharedWorkerExecutor("trainyard-screen", 1);
        this.listener = listener;
        this.state = RunState.begin(time.now());
    }

    RunState state() {
        return state;
    }

    /** From now on logs can be read. */
    void start(PodLogs podLogs) {
        logs = podLogs;
        state.pods().values().forEach(pod -> follow(pod.snapshot()));
        schedule();
    }

    /** Takes in what was seen. */
    void take(RunEvent event) {
        Progress.Step step = Progress.apply(state, event);
        state = step.state();
        if (event instanceof RunEvent.PodObserved seen) {
            follow(seen.pod());
        }
        show(step.changes());
        listener.accept(state);
    }

    /** Tells the user something about the run as a whole. */
    void say(String phase, String message) {
        show(List.of(Change.ofRun(time.now(), phase, "", message, Optional.empty())));
    }

    /** Resets the state when the TrainJobs start again. Old pods are no longer shown. */
    void beginAgain() {
        tail.clear();
        state = RunState.begin(time.now());
    }

    /** Shows all output so far, then runs the words on the thread of the screen. They may block. */
    Future<Void> print(Runnable words) {
        return look(true)
                .compose(done -> onScreen((current, now) -> {
                    presenter.finish(current, now);
                    words.run();
                }));
    }

    /** True when all TrainJobs have ended. */
    boolean isOver() {
        return state.isOver(trainJobs);
    }

    /** True if no unfinished TrainJob can succeed. */
    boolean cannotSucceed() {
        return state.cannotSucceed(trainJobs);
    }

    private void follow(PodSnapshot pod) {
        if (logs != null && followed.add(pod.uid())) {
            tail.follow(pod, logs.folderFor(pod.namespace(), pod.name(), pod.uid()));
        }
    }

    private void show(List<Change> changes) {
        if (!changes.isEmpty() && !closed) {
            onScreen((current, now) -> present(current, changes, now));
        }
    }

    /** On the thread of the screen. */
    private void present(RunState current, List<Change> changes, Instant now) {
        if (held) {
            heldBack.addAll(changes);
        } else {
            presenter.show(current, changes, now);
            lookForReader();
        }
    }

    /** Stops the run if nobody reads standard output any more, as after {@code head}. On the thread of the screen. */
    private void lookForReader() {
        if (!toldUnread
                && display.format() != LocalRun.Format.QUIET
                && display.out().checkError()) {
            toldUnread = true;
            display.err().println("nobody reads the output any more, so the run is stopped; -d runs in the background");
            display.err().flush();
            unread.run();
        }
    }

    /** From now on somebody else writes to the screen; completes when nobody else does. From any thread. */
    Future<Void> hold() {
        return onScreen((current, now) -> {
            if (!held) {
                held = true;
                presenter.finish(current, now);
            }
        });
    }

    /** The screen is ours again; what was to be shown meanwhile is shown. From any thread. */
    void release() {
        onScreen((current, now) -> {
            held = false;
            List<Change> missed = List.copyOf(heldBack);
            heldBack.clear();
            if (!missed.isEmpty()) {
                presenter.show(current, missed, now);
            }
        });
    }

    private Future<Void> onScreen(BiConsumer<RunState, Instant> task) {
        RunState current = state;
        Instant now = time.now();
        return screen.executeBlocking(
                () -> {
                    task.accept(current, now);
                    return null;
                },
                true);
    }

    private void schedule() {
        if (!stopped) {
            next = time.after(POLL_INTERVAL, () -> look(false).onComplete(done -> schedule()));
        }
    }

    /** Reads logs on the thread of the screen, so that output is shown in the order in which it is read. */
    private Future<Void> look(boolean last) {
        List<LogTail.Source> sources = tail.sources();
        return screen.executeBlocking(() -> LogTail.read(sources, last), true)
                .onSuccess(outputs -> {
                    outputs.forEach(this::wrote);
                    show(shown.of(outputs, time.now()));
                })
                .compose(done -> onScreen((current, now) -> {
                    if (!held) {
                        presenter.tick(current, now);
                    }
                }));
    }

    private void wrote(LogTail.Output output) {
        Optional<Integer> percentage = Optional.empty();
        List<String> seen = new ArrayList<>(output.lines());
        if (!output.current().isEmpty()) {
            seen.add(output.current());
        }
        for (String line : seen) {
            Optional<Integer> found = pattern.percentage(line);
            percentage = found.isPresent() ? found : percentage;
        }
        take(new RunEvent.OutputWritten(time.now(), output.pod().uid(), seen.get(seen.size() - 1), percentage));
    }

    /** The last look; completes when everything was shown. What is seen later is not shown any more. */
    Future<Void> finish() {
        stopped = true;
        release();
        if (next != null) {
            next.cancel();
        }
        return look(true).compose(done -> onScreen(presenter::finish)).compose(done -> {
            closed = true;
            return screen.close();
        });
    }
}
