package io.trainyard.launcher.run;

import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.foundation.time.Blocking;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.run.LocalRun;
import io.trainyard.launcher.run.folder.KeptCause;
import io.trainyard.launcher.run.folder.ServiceFolder;
import io.trainyard.launcher.run.folder.ServiceStatus;
import io.trainyard.launcher.run.progress.JobPhase;
import io.trainyard.launcher.run.progress.JobSnapshot;
import io.trainyard.launcher.run.progress.RunEvent;
import io.trainyard.launcher.run.progress.RunState;
import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.DeleteOptions;
import io.trainyard.local.client.HttpApiClient;
import io.trainyard.local.client.Kubeconfig;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.trainyard.local.kubelet.logs.PodLogs;
import io.trainyard.local.kubelet.process.LiveContainer;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** One run in a service: its objects are created there, and what becomes of them is shown here. Lives on one context. */
final class ServiceRunLifecycle {
    private static final WriteOptions AS_USER = WriteOptions.as("trainyard-run");

    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

    private final Vertx vertx;
    private final LocalRun.Request request;
    private final ServiceFolder service;
    private final TimeSource time;
    private final HttpApiClient client;
    private final PodLogs logs;
    private final Set<String> trainJobs;
    private final Set<String> pods = new HashSet<>();
    private final Set<String> podNames = ConcurrentHashMap.newKeySet();
    private final RunSession session;
    private final RunObserver observer;
    private final CompletableFuture<RunOutcome> outcome;
    private final ServiceWatch presence;
    private boolean created;

    /**
     * @param outcome completed when the TrainJobs have ended or something goes wrong; anybody else may complete it, too
     */
    ServiceRunLifecycle(
            Context context,
            LocalRun.Request request,
            ServiceFolder service,
            ServiceStatus status,
            CompletableFuture<RunOutcome> outcome) {
        this.vertx = context.owner();
        this.request = request;
        this.service = service;
        this.outcome = outcome;
        this.time = new VertxTimeSource(context);
        this.client = HttpApiClient.connect(vertx, Kubeconfig.local(status.server(), status.token()), "trainyard-run");
        this.logs = new PodLogs(service.asRun().pods());
        this.trainJobs = request.trainJobs().stream()
                .map(job -> job.getMetadata().getNamespace() + "/"
                        + job.getMetadata().getName())
                .collect(Collectors.toSet());
        this.session = new RunSession(
                vertx, time, request.display(), trainJobs, this::changed, () -> outcome.complete(RunOutcome.UNREAD));
        this.observer = new RunObserver(client, time, this::seen, line -> {});
        this.presence = new ServiceWatch(
                time, () -> vertx.executeBlocking(() -> service.running().isPresent(), false), this::left);
    }

    void start() {
        presence.start();
        request.limits().timeout().ifPresent(limit -> time.after(limit, () -> outcome.complete(RunOutcome.TIMED_OUT)));
        Future<Void> ready = Future.succeededFuture();
        for (String trainJob : trainJobs) {
            ready = ready.compose(done -> makeWay(trainJob));
        }
        ready.compose(done -> vertx.<Void>executeBlocking(
                        () -> {
                            request.machine().work().trainJobs().forEach(service::letWork);
                            return null;
                        },
                        false))
                .compose(done -> {
                    session.start(logs);
                    return observer.start();
                })
                .compose(watching ->
                        new InputApplier(this::kind, client, request.namespace()).update(InputApplier.ordered(request)))
                .onSuccess(applied -> created = true)
                .onFailure(outcome::completeExceptionally);
    }

    /** What an earlier run has left is replaced; what runs is not. */
    private Future<Void> makeWay(String trainJob) {
        String namespace = trainJob.substring(0, trainJob.indexOf('/'));
        String name = trainJob.substring(trainJob.indexOf('/') + 1);
        return client.get(RunObserver.TRAIN_JOBS, namespace, name)
                .compose(known -> {
                    JobPhase phase = JobSnapshot.of(known).phase();
                    if (!phase.isOver() && phase != JobPhase.SUSPENDED) {
                        return Future.failedFuture(new CommandException(
                                ExitCodes.WRONG_INPUT,
                                "TrainJob " + name
                                        + " runs in the service of this folder already; 'trainyard stop " + name
                                        + "' stops it, or use"
                                        + " --alone"));
                    }
                    return client.delete(RunObserver.TRAIN_JOBS, namespace, name, DeleteOptions.FOREGROUND)
                            .compose(
                                    deleted -> Disappearance.of(client, time, RunObserver.TRAIN_JOBS, namespace, name));
                })
                .recover(failure -> failure instanceof ApiException none && none.isNotFound()
                        ? Future.succeededFuture()
                        : Future.failedFuture(failure));
    }

    /** Asks the server, which may know kinds that no release of ours has heard of. */
    private Future<Optional<InputApplier.Kind>> kind(String apiVersion, String kind) {
        int slash = apiVersion.indexOf('/');
        String group = slash < 0 ? "" : apiVersion.substring(0, slash);
        String version = apiVersion.substring(slash + 1);
        return client.send(ApiCall.of("GET", new Resource(group, version, ""), "", ""))
                .map(list -> Tree.objects(list, "resources").stream()
                        .filter(entry -> kind.equals(entry.get("kind"))
                                && !Tree.text(entry, "name").contains("/"))
                        .findFirst()
                        .map(entry -> new InputApplier.Kind(
                                new Resource(group, version, Tree.text(entry, "name")),
                                Tree.flag(entry, "namespaced"))))
                .recover(failure -> failure instanceof ApiException none && none.isNotFound()
                        ? Future.succeededFuture(Optional.empty())
                        : Future.failedFuture(failure));
    }

    /** The service may have other jobs. */
    private void seen(RunEvent event) {
        if (event instanceof RunEvent.JobObserved job
                && !trainJobs.contains(job.job().key())) {
            return;
        }
        if (event instanceof RunEvent.PodObserved pod) {
            if (!trainJobs.contains(pod.pod().trainJob())) {
                return;
            }
            pods.add(pod.pod().uid());
            podNames.add(pod.pod().namespace() + "/" + pod.pod().name());
        }
        if (event instanceof RunEvent.PodDeleted deleted && !pods.contains(deleted.uid())) {
            return;
        }
        if (event instanceof RunEvent.WarningRecorded warning && !isOurs(warning.subject())) {
            return;
        }
        session.take(event);
    }

    /** Without a word it would wait for the service for ever. */
    private void left() {
        if (outcome.isDone()) {
            return;
        }
        CommandException told = new CommandException(
                ExitCodes.FAILED,
                "the service of this folder has ended; its TrainJobs go on when 'trainyard up' starts it again");
        session.finish().onComplete(shown -> outcome.completeExceptionally(told));
    }

    private boolean isOurs(String subject) {
        String name = subject.substring(subject.indexOf(' ') + 1);
        return trainJobs.stream()
                .map(key -> key.substring(key.indexOf('/') + 1))
                .anyMatch(job -> name.equals(job) || name.startsWith(job + "-"));
    }

    private void changed(RunState state) {
        if (created && session.isOver()) {
            outcome.complete(state.hasFailed() ? RunOutcome.FAILED : RunOutcome.COMPLETE);
        }
    }

    /** Shows the end; a run that is stopped suspends its jobs, so that all that is known of them stays. */
    Future<Void> stop(RunOutcome how) {
        presence.stop();
        RunState decisive = session.state();
        boolean early = how.isEarly();
        session.take(new RunEvent.StopBegun(time.now()));
        return ClosingSteps.run(
                List.of(
                        new ClosingSteps.Step(
                                "not all TrainJobs are suspended", () -> early ? suspend() : Future.succeededFuture()),
                        new ClosingSteps.Step("the end of the output is missing", session::finish),
                        new ClosingSteps.Step("the report is incomplete", () -> report(how, decisive)),
                        new ClosingSteps.Step("connections are left open", this::disconnect)),
                problem -> request.display().err().println("warning: " + problem));
    }

    /** Ends its programs at once. From any thread; blocks. */
    @Blocking("called on the thread of a signal")
    void kill() {
        LiveContainer.below(service.root()).stream()
                .filter(each -> podNames.contains(each.namespace() + "/" + each.pod()))
                .forEach(LiveContainer::kill);
    }

    private Future<Void> disconnect() {
        observer.stop();
        return client.close();
    }

    private Future<Void> report(RunOutcome how, RunState decisive) {
        return vertx.executeBlocking(
                () -> {
                    RunState shown = session.state().withFirstFailureOf(decisive);
                    Map<String, KeptCause> causes =
                            new CausesAtEnd(request, shown, Optional.of(logs), time.now()).of(how);
                    for (Map.Entry<String, KeptCause> cause : causes.entrySet()) {
                        cause.getValue().write(service.asRun(), cause.getKey());
                    }
                    new FinalReport(request, service.asRun(), shown, causes, Optional.of(logs), time.now()).print(how);
                    return null;
                },
                false);
    }

    private Future<Void> suspend() {
        session.say("Stopping", "stopping; press Ctrl-C again to kill what is left");
        return Future.join(trainJobs.stream().map(this::suspend).toList()).compose(asked -> {
            Promise<Void> ended = Promise.promise();
            awaitPrograms(ended);
            return ended.future();
        });
    }

    private Future<Void> suspend(String trainJob) {
        int slash = trainJob.indexOf('/');
        return Suspension.of(client, trainJob.substring(0, slash), trainJob.substring(slash + 1), AS_USER);
    }

    /** What programs write at their end is shown, too. */
    private void awaitPrograms(Promise<Void> ended) {
        if (session.state().pods().values().stream()
                .allMatch(pod -> pod.gone() || !pod.snapshot().phase().equals("Running"))) {
            ended.complete();
        } else {
            time.after(POLL_INTERVAL, () -> awaitPrograms(ended));
        }
    }
}
