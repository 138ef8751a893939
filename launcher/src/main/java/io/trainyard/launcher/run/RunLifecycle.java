package io.trainyard.launcher.run;

import io.trainyard.core.view.Cause;
import io.trainyard.core.view.FailedContainer;
import io.trainyard.core.view.NoteView;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.foundation.yaml.YamlWriter;
import io.trainyard.launcher.cli.process.EnvironmentFault;
import io.trainyard.launcher.cli.run.LocalRun;
import io.trainyard.launcher.program.ProgramJob;
import io.trainyard.launcher.run.folder.KeptCause;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.launcher.run.hang.HangWatch;
import io.trainyard.launcher.run.meeting.MeetingWatch;
import io.trainyard.launcher.run.page.RunLogs;
import io.trainyard.launcher.run.page.RunPage;
import io.trainyard.launcher.run.progress.JobPhase;
import io.trainyard.launcher.run.progress.JobSnapshot;
import io.trainyard.launcher.run.progress.PodState;
import io.trainyard.launcher.run.progress.RunEvent;
import io.trainyard.launcher.run.progress.RunState;
import io.trainyard.launcher.run.view.ShellWord;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.files.PrivateFiles;
import io.trainyard.local.kubelet.logs.PodLogs;
import io.trainyard.local.kubelet.options.KubeletOptions;
import io.trainyard.local.kubelet.process.OrphanedProcesses;
import io.trainyard.local.time.RealTime;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run from its first object to its last file. Lives on one context. */
final class RunLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(RunLifecycle.class);
    private static final Duration GRACE = Duration.ofSeconds(10);

    /** Whoever waits for an edit to take effect does not wait for checkpoints. */
    private static final Duration EDIT_GRACE = Duration.ofMillis(500);

    private static final Duration SILENT = Duration.ofSeconds(3);
    private static final Duration SHOWN = Duration.ofMillis(100);

    private final Vertx vertx;
    private final LocalRun.Request request;
    private final RunFolder folder;
    private final TimeSource time;
    private final Timeline timeline;
    private final CompletableFuture<RunOutcome> outcome;
    private final LocalCluster cluster;
    private final RunSession session;
    private final List<Map<String, Object>> objects;
    private final EventLog events;
    private final RankTools tools;
    private final MeetingWatch meetings;
    private final HangWatch hangs;
    private final RunPage page;
    private final Optional<DevelopmentLoop> loop;
    private RunStatus status;
    private @Nullable LocalApiServer server;
    private @Nullable RunObserver observer;
    private volatile @Nullable RunState atEnd;
    private volatile Map<String, KeptCause> causes = Map.of();

    /** Until then its file says that the run goes on, whatever was written before. */
    private Future<Void> announced = Future.succeededFuture();

    private volatile @Nullable PodLogs logs;
    private boolean toldOfSuspension;
    private boolean toldOfMissing;
    private boolean first = true;
    private boolean written;
    private boolean ended;

    /**
     * @param development whether the TrainJobs begin again when files change
     * @param status what was written to the folder at first
     * @param outcome completed when the TrainJobs have ended or something goes wrong; anybody else may complete it, too
     */
    RunLifecycle(
            PreparedRun base,
            LocalRun.Request request,
            Optional<LocalRun.Development> development,
            RunFolder folder,
            RunStatus status,
            CompletableFuture<RunOutcome> outcome) {
        this.vertx = base.vertx();
        this.request = request;
        this.folder = folder;
        this.status = status;
        this.time = base.time();
        this.timeline = base.timeline();
        this.outcome = outcome;
        this.cluster = base.cluster();
        this.objects = InputApplier.ordered(request);
        this.events = new EventLog(vertx, folder.events());
        Set<String> keys = request.trainJobs().stream()
                .map(job -> job.getMetadata().getNamespace() + "/"
                        + job.getMetadata().getName())
                .collect(Collectors.toSet());
        this.session = new RunSession(
                vertx, time, request.display(), keys, this::changed, () -> outcome.complete(RunOutcome.UNREAD));
        this.tools = new RankTools(base.context(), request, folder, session);
        this.meetings = new MeetingWatch(vertx, time, folder.root(), session::state, session::say);
        this.hangs = new HangWatch(
                vertx,
                time,
                folder.root(),
                request.machine().tools().pySpy(),
                session::state,
                sentence -> session.say("Hang", sentence));
        this.page = new RunPage(
                vertx,
                time,
                request.display().page(),
                new RunPage.Content(() -> cluster.views(this::notes), runLogs(base)),
                address -> session.say("Page", address),
                folder.root(),
                RunPage.newSecret());
        this.loop = development.map(wish -> new DevelopmentLoop(
                base.context(),
                time,
                folder,
                session,
                request,
                wish,
                how -> print(how, session.state(), causes(how, session.state()))));
    }

    private List<NoteView> notes() {
        return Stream.concat(meetings.notes().stream(), hangs.notes().stream()).toList();
    }

    private RunLogs runLogs(PreparedRun base) {
        return new RunLogs(
                vertx,
                task -> base.context().runOnContext(ignored -> task.run()),
                () -> session.state().pods().values().stream()
                        .map(PodState::snapshot)
                        .toList(),
                () -> Optional.ofNullable(logs));
    }

    void start() {
        if (request.display().format().isOfPrograms()) {
            page.promise().ifPresent(address -> session.say("Page", "Live page: " + address));
        }
        request.limits().timeout().ifPresent(limit -> time.after(limit, () -> outcome.complete(RunOutcome.TIMED_OUT)));
        vertx.executeBlocking(this::writeInput, false).onFailure(this::fail);
        endOrphanedProcesses()
                .compose(ended -> tools.start())
                .compose(variables -> cluster.complete(
                        console(kubeletOptions(variables)), request.machine().controllers()))
                .onSuccess(running -> {
                    PodLogs podLogs = cluster.logs();
                    logs = podLogs;
                    session.start(podLogs);
                })
                .onFailure(this::fail);
        cluster.server().compose(this::begin).onFailure(this::fail);
    }

    /** A debugger reads what is typed itself. */
    private KubeletOptions console(KubeletOptions options) {
        return request.display().format() == LocalRun.Format.CONSOLE
                ? options.withConsole(ProcessConsole.open(
                        request.machine().tools().debugging().isEmpty()))
                : options;
    }

    /** The main containers of all pods get these variables besides. */
    private KubeletOptions kubeletOptions(Map<String, String> variables) {
        KubeletOptions usual = request.machine().kubelet(folder, request.state());
        KubeletOptions options = usual.withPrograms(usual.programs().with(variables));
        if (options.ownPrograms().size() == request.trainJobs().size()) {
            options = options.withoutNamespaces();
        }
        return loop.isPresent() && request.machine().grace().isEmpty()
                ? options.withLimits(options.limits().withMaxGrace(EDIT_GRACE))
                : options;
    }

    private Future<Void> begin(LocalApiServer started) {
        if (ended || outcome.isDone()) {
            return Future.succeededFuture();
        }
        server = started;
        status = status.servedBy(started.url());
        RunObserver watching =
                new RunObserver(started.client("trainyard-run"), new RealTime(vertx), this::seen, events::add);
        observer = watching;
        announced = vertx.executeBlocking(() -> announce(started), false);
        return announced
                .compose(written -> watching.start())
                .compose(watched -> new InputApplier(started, request.namespace()).apply(objects))
                .compose(applied -> loop.map(again -> again.begin(started)).orElseGet(Future::succeededFuture))
                .onSuccess(applied -> {
                    timeline.mark("objects");
                    time.after(SILENT, this::openPage);
                });
    }

    private void seen(RunEvent event) {
        if (loop.map(again -> again.isNews(event)).orElse(true)) {
            session.take(event);
        }
    }

    private void over(RunOutcome how) {
        loop.ifPresentOrElse(again -> again.ended(how), () -> outcome.complete(how));
    }

    private @Nullable Void announce(LocalApiServer started) {
        folder.write(status);
        started.writeKubeconfig(folder.kubeconfig());
        request.limits().kubeconfig().ifPresent(started::writeKubeconfig);
        return null;
    }

    /** A run that was killed together with its guard could not end its programs. */
    private Future<Void> endOrphanedProcesses() {
        return vertx.executeBlocking(
                        () -> OrphanedProcesses.endAllBelow(request.state().runs()), false)
                .onSuccess(ended -> {
                    if (!ended.isEmpty()) {
                        session.take(new RunEvent.WarningRecorded(
                                time.now(),
                                "Machine",
                                "LeftoversEnded",
                                "a killed run had left " + String.join(", ", ended)));
                    }
                })
                .onFailure(unreadable -> LOG.warn("what earlier runs left cannot be looked at", unreadable))
                .otherwise(List.of())
                .mapEmpty();
    }

    private void fail(Throwable failure) {
        outcome.completeExceptionally(
                EnvironmentFault.of(failure).<Throwable>map(told -> told).orElse(failure));
    }

    private @Nullable Void writeInput() throws IOException {
        // Secrets may be among it.
        PrivateFiles.write(folder.input(), YamlWriter.stream(objects).getBytes(StandardCharsets.UTF_8));
        return null;
    }

    private void changed(RunState state) {
        if (first
                && state.pods().values().stream()
                        .anyMatch(pod -> pod.snapshot().phase().equals("Running"))) {
            first = false;
            timeline.mark("first container runs");
            meetings.start();
            hangs.start();
        }
        if (!written
                && state.pods().values().stream().anyMatch(pod -> !pod.line().isEmpty())) {
            written = true;
            // The line itself comes first.
            time.after(SHOWN, this::openPage);
        }
        loop.ifPresent(again -> again.looked(state));
        if (session.isOver()) {
            over(state.hasFailed() ? RunOutcome.FAILED : RunOutcome.COMPLETE);
        } else if (request.machine().kubelet().limits().failsFast() && session.cannotSucceed()) {
            over(RunOutcome.FAILED);
        } else if (!toldOfSuspension
                && state.jobs().values().stream().anyMatch(job -> job.phase() == JobPhase.SUSPENDED)) {
            toldOfSuspension = true;
            session.say(
                    "Suspended",
                    "A TrainJob is suspended; to resume it: kubectl --kubeconfig " + ShellWord.of(folder.kubeconfig())
                            + " patch trainjob NAME --type=merge -p '{\"spec\":{\"suspend\":false}}'"
                            + "; or use --ignore-suspend");
        } else if (!toldOfMissing && state.missingReference().isPresent()) {
            toldOfMissing = true;
            session.say(
                    "Waiting",
                    state.missingReference().get()
                            + "; a local run knows the objects of its files: add it to one, or name another file, or now:"
                            + " kubectl --kubeconfig " + ShellWord.of(folder.kubeconfig()) + " create …");
        }
    }

    /** Not before the first program has started well, which it would delay. */
    private void openPage() {
        if (!ended && !outcome.isDone()) {
            page.open();
        }
    }

    /** The TrainJobs have ended, but somebody still wants to look at the objects. */
    void keep() {
        session.say(
                "Kept",
                "The API server stays until Ctrl-C: kubectl --kubeconfig "
                        + ShellWord.of(request.limits().kubeconfig().orElse(folder.kubeconfig())) + " get all");
    }

    /** Somebody stops it: from now on, programs that end badly do so because of that. */
    void announceStop(RunOutcome how) {
        loop.ifPresent(DevelopmentLoop::stop);
        atEnd = session.state();
        session.take(new RunEvent.StopBegun(time.now()));
        if (how.isEarly()) {
            session.say(how.phase().text(), "stopping; press Ctrl-C again to kill what is left");
        }
    }

    /** Ends everything, writes what is left to write, and tells the user. */
    Future<Void> stop(RunOutcome how) {
        hangs.stop();
        RunState decisive = atEnd == null ? session.state() : atEnd;
        Duration grace = request.machine().grace().orElse(GRACE);
        return ClosingSteps.run(
                List.of(
                        step("whether ranks met is not known", meetings::stop),
                        step(
                                "not all programs were stopped",
                                () -> how.isEarly() ? cluster.interruptPrograms(grace) : cluster.stopPrograms(grace)),
                        step("the end of the output is missing", session::finish),
                        step("what the programs reported is not all written", cluster::writeReports),
                        step("the objects of the run are not all written", this::writeObjects),
                        step("why it failed is not written", () -> findCauses(how, decisive)),
                        step(
                                "how the run ended is not written",
                                () -> writeStatus(how.phase(), exitCode(how), how.by(folder))),
                        step("the report is incomplete", () -> report(how)),
                        step("the live page may not show the end", page::close),
                        step("not all events are written", this::closeEvents),
                        step("not everything was stopped", this::stopRest)),
                this::complain);
    }

    private static ClosingSteps.Step step(String failure, Supplier<Future<Void>> work) {
        return new ClosingSteps.Step(failure, work);
    }

    private void complain(String problem) {
        request.display().err().println("warning: " + problem);
        request.display().err().flush();
    }

    private Future<Void> writeObjects() {
        return server == null
                ? Future.succeededFuture()
                : new ObjectDump(vertx, server.client("trainyard-run"), folder.objects()).write();
    }

    private Future<Void> findCauses(RunOutcome how, RunState decisive) {
        RunState shown = session.state().withFirstFailureOf(decisive);
        Map<String, Cause> alone = meetings.causes();
        return vertx.executeBlocking(
                () -> {
                    causes = withThoseAlone(causes(how, shown), alone, shown);
                    for (Map.Entry<String, KeptCause> cause : causes.entrySet()) {
                        cause.getValue().write(folder, cause.getKey());
                    }
                    return null;
                },
                false);
    }

    /** Of the command; after {@link #stop}, from any thread. */
    int exitCode(RunOutcome how) {
        RunState decisive = atEnd;
        if (how != RunOutcome.FAILED || !request.isProgram() || decisive == null) {
            return how.exitCode();
        }
        boolean group = request.trainJobs().stream().anyMatch(ProgramJob::isGroup);
        return ProgramExit.code(
                decisive.firstFailure().map(RunState.FirstFailure::container),
                causes.values().stream()
                        .findFirst()
                        .filter(first -> group)
                        .flatMap(first -> first.cause().failure())
                        .map(FailedContainer::exitCode));
    }

    private Map<String, KeptCause> causes(RunOutcome how, RunState shown) {
        return new CausesAtEnd(request, shown, Optional.ofNullable(logs), time.now()).of(how);
    }

    /** Nothing has failed of what is complete, but it may not have been what was asked for. */
    private Map<String, KeptCause> withThoseAlone(
            Map<String, KeptCause> failed, Map<String, Cause> alone, RunState shown) {
        Map<String, KeptCause> all = new LinkedHashMap<>(failed);
        alone.forEach((key, cause) -> {
            JobSnapshot job = shown.jobs().get(key);
            if (job != null && job.phase() == JobPhase.COMPLETE) {
                all.putIfAbsent(key, new KeptCause(cause, "", time.now()));
            }
        });
        return all;
    }

    private Future<Void> writeStatus(RunStatus.Phase phase, int exitCode, String by) {
        return announced.transform(before -> vertx.executeBlocking(
                () -> {
                    Files.deleteIfExists(folder.kubeconfig());
                    folder.write(status.ended(phase, time.now(), exitCode, by));
                    return null;
                },
                false));
    }

    private Future<Void> report(RunOutcome how) {
        return vertx.executeBlocking(
                () -> {
                    print(how, session.state(), causes);
                    return null;
                },
                false);
    }

    private void print(RunOutcome how, RunState shown, Map<String, KeptCause> found) {
        new FinalReport(request, folder, shown, found, Optional.ofNullable(logs), time.now()).print(how);
    }

    /** Ends everything after something went wrong that is no fault of the programs. */
    Future<Void> abandon(int exitCode) {
        return ClosingSteps.run(
                List.of(
                        step("not all programs were stopped", () -> cluster.stopPrograms(Duration.ZERO)),
                        step("the end of the output is missing", session::finish),
                        step(
                                "how the run ended is not written",
                                () -> writeStatus(RunStatus.Phase.FAILED, exitCode, "")),
                        step("the live page may not show the end", page::close),
                        step("not all events are written", this::closeEvents),
                        step("not everything was stopped", this::stopRest)),
                this::complain);
    }

    private Future<Void> closeEvents() {
        observeNoMore();
        return events.close();
    }

    private Future<Void> stopRest() {
        observeNoMore();
        return cluster.stop();
    }

    /** From now on nothing is begun, whatever is still seen to happen. Harmless when repeated. */
    void observeNoMore() {
        ended = true;
        loop.ifPresent(DevelopmentLoop::stop);
        tools.close();
        if (observer != null) {
            observer.stop();
        }
        events.close();
    }
}
