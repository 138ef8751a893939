package io.trainyard.launcher.run;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.EnvironmentFault;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.run.LocalRun;
import io.trainyard.launcher.code.IgnoreFile;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.progress.PodState;
import io.trainyard.launcher.run.progress.RunEvent;
import io.trainyard.launcher.run.progress.RunState;
import io.trainyard.launcher.run.view.Durations;
import io.trainyard.launcher.run.watch.FolderWatch;
import io.trainyard.launcher.run.watch.SourceFiles;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.DeleteOptions;
import io.trainyard.local.kubelet.process.LiveContainer;
import io.trainyard.spi.model.TrainJob;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the TrainJobs of a run again when their files change; server, controllers and kubelet stay as they are. Lives on the context of the run.
 */
final class DevelopmentLoop {
    private static final Logger LOG = LoggerFactory.getLogger(DevelopmentLoop.class);
    private final Context context;
    private final TimeSource time;
    private final RunFolder folder;
    private final RunSession session;
    private final LocalRun.Development development;
    private final Consumer<RunOutcome> report;
    private final Set<Path> waiting = new LinkedHashSet<>();
    private final Set<String> deleted = new HashSet<>();
    private LocalRun.Request request;
    private @Nullable LocalApiServer server;
    private List<FolderWatch> watches = List.of();
    private @Nullable Instant changedAt;
    private @Nullable Promise<Void> gone;
    private boolean running = true;
    private boolean busy;

    /** Whether the old TrainJobs are being deleted, so that news is about them. */
    private boolean leaving;

    private boolean stopped;

    /**
     * @param report shows how the TrainJobs have ended; on a worker thread
     */
    DevelopmentLoop(
            Context context,
            TimeSource time,
            RunFolder folder,
            RunSession session,
            LocalRun.Request request,
            LocalRun.Development development,
            Consumer<RunOutcome> report) {
        this.context = context;
        this.time = time;
        this.folder = folder;
        this.session = session;
        this.request = request;
        this.development = development;
        this.report = report;
    }

    /** The TrainJobs are there for the first time; from now on changes count. */
    Future<Void> begin(LocalApiServer started) {
        server = started;
        return context.owner().executeBlocking(() -> open(roots()), false).map(opened -> {
            watches = opened;
            String folders =
                    opened.stream().map(watch -> watch.root().toString()).collect(Collectors.joining(" and "));
            session.say("Watching", "Watching " + folders + " for changes; Ctrl-C ends");
            return null;
        });
    }

    /** The folders that programs start in, and those of the named files. A folder within another one is watched with that one. */
    private List<Path> roots() {
        Set<Path> folders = new LinkedHashSet<>(request.machine().work().folders());
        development.files().forEach(file -> folders.add(Files.isDirectory(file) ? file : file.resolveSibling("")));
        return folders.stream()
                .filter(folder ->
                        folders.stream().noneMatch(other -> !other.equals(folder) && folder.startsWith(other)))
                .toList();
    }

    private List<FolderWatch> open(List<Path> roots) throws IOException {
        List<FolderWatch> opened = new ArrayList<>();
        for (Path root : roots) {
            opened.add(open(root));
        }
        return opened;
    }

    private FolderWatch open(Path root) throws IOException {
        Path ignored = root.resolve(".gitignore");
        List<String> rules = Files.isRegularFile(ignored) ? IgnoreFile.lines(ignored) : List.of();
        return FolderWatch.start(
                new SourceFiles(root, rules, development.files()), time.clock(), new FolderWatch.Listener() {
                    @Override
                    public void changed(List<Path> files) {
                        context.runOnContext(ignoredEvent -> DevelopmentLoop.this.changed(files));
                    }

                    @Override
                    public void unseen(List<Path> folders, String why) {
                        context.runOnContext(ignoredEvent ->
                                session.say("Unwatched", "Changes in " + names(folders) + " are not seen: " + why));
                    }
                });
    }

    /** Whether what was seen concerns the TrainJobs as they are now: the end of those that are being replaced is no news. */
    boolean isNews(RunEvent event) {
        if (event instanceof RunEvent.JobDeleted gone) {
            deleted.add(gone.key());
        }
        boolean aboutTheJob = event instanceof RunEvent.JobObserved || event instanceof RunEvent.WarningRecorded;
        return !(leaving && aboutTheJob);
    }

    /** Something was seen. Tells how long a change took until a program has something to say. */
    void looked(RunState state) {
        look();
        boolean written =
                state.pods().values().stream().anyMatch(pod -> !pod.line().isEmpty());
        if (changedAt != null && running && !leaving && written) {
            Duration took = Duration.between(changedAt, time.now());
            changedAt = null;
            session.say("Restarted", "first line " + Durations.seconds(took) + " after the change");
        }
    }

    /** The TrainJobs have ended; further calls until the next change are ignored. */
    void ended(RunOutcome how) {
        if (!running || leaving || stopped) {
            return;
        }
        running = false;
        session.print(() -> report.accept(how))
                .onComplete(printed -> session.say("Waiting", "Waiting for a change; Ctrl-C ends"));
    }

    /** Handles changed files. With {@code --signal}, running ranks get the signal. Changes during a restart wait for its end. */
    void changed(List<Path> files) {
        if (stopped) {
            return;
        }
        boolean input =
                files.stream().anyMatch(file -> development.files().stream().anyMatch(file::startsWith));
        if (busy) {
            waiting.addAll(files);
        } else if (running && !input && development.signal().isPresent()) {
            signal(files, development.signal().get());
        } else {
            busy = true;
            leaving = true;
            changedAt = time.now();
            session.say("Changed", names(files) + " changed: starting again");
            context.owner()
                    .executeBlocking(development.input()::get, false)
                    .compose(this::replace)
                    .recover(this::tell)
                    .onComplete(done -> settled());
        }
    }

    private String names(List<Path> files) {
        Path root = request.machine().work().folder();
        Path first = files.get(0);
        String name = (first.startsWith(root) ? root.relativize(first) : first).toString();
        return files.size() == 1 ? name : name + " and " + (files.size() - 1) + " more";
    }

    private void settled() {
        busy = false;
        leaving = false;
        if (!waiting.isEmpty()) {
            List<Path> files = List.copyOf(waiting);
            waiting.clear();
            changed(files);
        }
    }

    private Future<Void> tell(Throwable failure) {
        changedAt = null;
        String what = failure instanceof CommandException wrong
                ? String.join("\n", wrong.lines())
                : EnvironmentFault.of(failure).map(CommandException::getMessage).orElse(String.valueOf(failure));
        LOG.debug("a change leads to nothing", failure);
        session.say(
                "Wrong", what + (running ? "\nThe ranks go on as they are" : "\nWaiting for a change; Ctrl-C ends"));
        return Future.succeededFuture();
    }

    private void signal(List<Path> files, String name) {
        session.say("Changed", names(files) + " changed: SIG" + name + " to the ranks");
        context.owner()
                .executeBlocking(
                        () -> {
                            for (LiveContainer container : LiveContainer.below(folder.root())) {
                                container.signalRanks(name);
                            }
                            return null;
                        },
                        false)
                .onFailure(this::tell);
    }

    private Future<Void> replace(LocalRun.Request next) {
        if (!keys(next).equals(keys(request))) {
            return Future.failedFuture(new CommandException(
                    ExitCodes.WRONG_INPUT,
                    "the names of the TrainJobs are others now: end this with Ctrl-C and start it again"));
        }
        List<Map<String, Object>> before = InputApplier.ordered(request);
        List<Map<String, Object>> after = InputApplier.ordered(next);
        InputApplier applier = new InputApplier(api(), next.namespace());
        return session.print(() -> {})
                .compose(flushed -> delete())
                .compose(asked -> gone())
                .compose(gone -> {
                    running = false;
                    session.beginAgain();
                    request = next;
                    List<Map<String, Object>> others = new ArrayList<>(after);
                    others.removeIf(object -> isTrainJob(object) || before.contains(object));
                    return applier.replace(others);
                })
                .compose(replaced -> {
                    leaving = false;
                    running = true;
                    return applier.apply(after.stream()
                                    .filter(DevelopmentLoop::isTrainJob)
                                    .toList())
                            .onFailure(refused -> running = false);
                });
    }

    private static boolean isTrainJob(Map<String, Object> object) {
        return Tree.text(object, "kind").equals("TrainJob");
    }

    private static Set<String> keys(LocalRun.Request request) {
        return request.trainJobs().stream().map(DevelopmentLoop::key).collect(Collectors.toSet());
    }

    private static String key(TrainJob job) {
        return job.getMetadata().getNamespace() + "/" + job.getMetadata().getName();
    }

    private LocalApiServer api() {
        return Objects.requireNonNull(server, "server");
    }

    private Future<Void> delete() {
        deleted.clear();
        List<Future<?>> asked = new ArrayList<>();
        for (TrainJob job : request.trainJobs()) {
            asked.add(api().client("trainyard-run")
                    .delete(
                            RunObserver.TRAIN_JOBS,
                            job.getMetadata().getNamespace(),
                            job.getMetadata().getName(),
                            DeleteOptions.FOREGROUND)
                    .<Void>mapEmpty()
                    .recover(failure -> {
                        if (failure instanceof ApiException refusal && refusal.isNotFound()) {
                            deleted.add(key(job));
                            return Future.succeededFuture();
                        }
                        return Future.failedFuture(failure);
                    }));
        }
        return Future.all(asked).mapEmpty();
    }

    /** Completes when nothing of the TrainJobs is left, and that was seen. */
    private Future<Void> gone() {
        Promise<Void> seen = Promise.promise();
        gone = seen;
        look();
        return seen.future();
    }

    /** A TrainJob goes when everything that belongs to it has gone; that its pods have may be seen later. */
    private void look() {
        Promise<Void> waiter = gone;
        if (waiter != null
                && deleted.containsAll(keys(request))
                && session.state().pods().values().stream().allMatch(PodState::gone)) {
            waiter.tryComplete();
        }
    }

    /** Nothing is begun any more. */
    void stop() {
        stopped = true;
        watches.forEach(FolderWatch::close);
    }
}
