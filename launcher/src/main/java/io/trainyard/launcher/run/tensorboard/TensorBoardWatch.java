package io.trainyard.launcher.run.tensorboard;

import io.trainyard.core.view.NoteView;
import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices event files that the programs of a run write, tells the user of them, and starts TensorBoard where that is wanted. Looks ever more rarely. Lives on one
 * context, and reads on worker threads.
 */
public final class TensorBoardWatch {
    private static final Logger LOG = LoggerFactory.getLogger(TensorBoardWatch.class);
    private static final Duration FIRST = Duration.ofSeconds(5);
    private static final Duration MAX_INTERVAL = Duration.ofMinutes(1);

    private final Vertx vertx;
    private final TimeSource time;
    private final Setup setup;
    private final Consumer<String> say;
    private volatile TensorBoardNote note = TensorBoardNote.NONE;
    private TimeSource.@Nullable Cancellable next;
    private @Nullable Future<Void> looking;
    private @Nullable TensorBoardServer server;
    private boolean failed;
    private boolean stopped;

    /**
     * What to watch.
     *
     * @param roots the folders that belong to the run; what lies there already is not looked at unless it changes
     * @param since when the run began
     * @param record where what is known is written, for other commands
     * @param program TensorBoard, if it is to be started
     * @param shown how folders are named
     */
    public record Setup(
            List<Path> roots, Instant since, Path record, Optional<Path> program, Function<Path, String> shown) {}

    /**
     * @param time of the context
     * @param say tells the user something
     */
    public TensorBoardWatch(Vertx vertx, TimeSource time, Setup setup, Consumer<String> say) {
        this.vertx = vertx;
        this.time = time;
        this.setup = setup;
        this.say = say;
    }

    /** Begins to look; once is enough. */
    public void start() {
        if (next == null && !stopped) {
            schedule(FIRST);
        }
    }

    private void schedule(Duration delay) {
        next = time.after(delay, () -> look().onComplete(done -> {
            if (!stopped) {
                Duration doubled = delay.multipliedBy(2);
                schedule(doubled.compareTo(MAX_INTERVAL) < 0 ? doubled : MAX_INTERVAL);
            }
        }));
    }

    /** What a page says of it. For any thread. */
    public List<NoteView> notes() {
        TensorBoardNote known = note;
        return known.lines(setup.shown()).stream()
                .map(line -> new NoteView(
                        "TensorBoard",
                        line.substring(line.indexOf(' ') + 1),
                        known.address().orElse("")))
                .toList();
    }

    /** One look, after the one that is going on. */
    private Future<Void> look() {
        Future<Void> before = looking == null ? Future.succeededFuture() : looking;
        Future<Void> after = before.compose(done -> vertx.executeBlocking(this::found, false))
                .map(this::news)
                .compose(news -> news ? tell() : Future.succeededFuture())
                .recover(failure -> {
                    LOG.warn("event files of TensorBoard are not looked for", failure);
                    return Future.succeededFuture();
                });
        looking = after;
        return after;
    }

    private Set<Path> found() {
        return new EventFiles(setup.since()).logFolders(setup.roots());
    }

    /** Folders that were found once stay, whatever becomes of their files. */
    private boolean news(Set<Path> found) {
        Set<Path> all = new LinkedHashSet<>(note.folders());
        boolean more = all.addAll(found);
        note = new TensorBoardNote(List.copyOf(all), note.address());
        return more;
    }

    private Future<Void> tell() {
        boolean wanted = setup.program().isPresent() && server == null && !failed && !stopped;
        Future<Void> served = wanted ? serve(setup.program().get()) : Future.succeededFuture();
        return served.compose(done -> {
            if (!stopped) {
                note.lines(setup.shown()).forEach(say);
            }
            return write();
        });
    }

    private Future<Void> serve(Path program) {
        TensorBoardNote known = note;
        return vertx.executeBlocking(() -> TensorBoardServer.start(program, known.arguments()), false)
                .compose(started -> {
                    server = started;
                    return stopped
                            ? Future.succeededFuture()
                            : vertx.executeBlocking(started::awaitAddress, false)
                                    .onSuccess(address ->
                                            note = new TensorBoardNote(note.folders(), Optional.of(address)));
                })
                .<Void>mapEmpty()
                .recover(failure -> {
                    failed = true;
                    if (!stopped) {
                        say.accept("TensorBoard does not start: " + failure.getMessage());
                    }
                    return Future.succeededFuture();
                });
    }

    private Future<Void> write() {
        TensorBoardNote known = note;
        return vertx.executeBlocking(
                () -> {
                    known.write(setup.record());
                    return null;
                },
                false);
    }

    /** Ends TensorBoard and looks for the last time. Completes when what is known is written. */
    public Future<Void> stop() {
        stopped = true;
        if (next != null) {
            next.cancel();
        }
        // One that is still starting would keep us waiting.
        return closeServer()
                .compose(closed -> look())
                .compose(looked -> closeServer())
                .compose(closed -> {
                    note = note.closed();
                    return note.folders().isEmpty() ? Future.succeededFuture() : write();
                });
    }

    private Future<Void> closeServer() {
        TensorBoardServer running = server;
        return running == null
                ? Future.succeededFuture()
                : vertx.executeBlocking(
                        () -> {
                            running.close();
                            return null;
                        },
                        false);
    }
}
