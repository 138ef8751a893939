package io.trainyard.launcher.submit;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.trainyard.core.inspect.JobInspector;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.ClientOptions;
import io.trainyard.core.kube.ContainerLog;
import io.trainyard.core.kube.ContainerLogs;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.RequestObserver;
import io.trainyard.core.view.Cause;
import io.trainyard.core.view.JobState;
import io.trainyard.core.view.JobSummaries;
import io.trainyard.core.why.Causes;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.process.Pause;
import io.trainyard.launcher.client.Await;
import io.trainyard.spi.model.TrainJob;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** Shows what the pods of a TrainJob write, until it has ended. The thread that calls waits; logs arrive on the client's event loop. */
final class ClusterFollower {
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);
    /** How often somebody asks in vain before he is told that the cluster does not answer. */
    private static final int MAX_SILENCE = 10;

    private static final int MAX_LAST_WAITS = 10;

    private final ClientOptions options;
    private final Clock clock;
    private final PrintWriter out;
    private final BooleanSupplier stopping;
    private final Set<String> followed = ConcurrentHashMap.newKeySet();
    private final AtomicInteger open = new AtomicInteger();

    ClusterFollower(ClientOptions options, Clock clock, PrintWriter out, BooleanSupplier stopping) {
        this.options = options;
        this.clock = clock;
        this.out = out;
        this.stopping = stopping;
    }

    /** Whether the job succeeded; empty when somebody stopped us before. */
    Optional<Boolean> follow(String namespace, String name) {
        Vertx vertx = Vertx.vertx();
        try {
            Context context = vertx.getOrCreateContext();
            KubeClient client = Await.result(KubeClient.open(context, options, RequestObserver.NONE));
            return follow(client, context, namespace, name);
        } catch (ApiFailure failure) {
            throw new CommandException(
                    ExitCodes.FAILED, "the TrainJob cannot be followed: " + failure.getMessage(), failure);
        } finally {
            vertx.close();
        }
    }

    private Optional<Boolean> follow(KubeClient client, Context context, String namespace, String name) {
        KubeApi api = client.requests();
        ContainerLogs logs = client.logs();
        JobState known = JobState.CREATED;
        int silent = 0;
        while (!stopping.getAsBoolean()) {
            try {
                TrainJob trainJob = Await.result(api.get(TrainJob.class, namespace, name))
                        .orElseThrow(
                                () -> new CommandException(ExitCodes.FAILED, "the TrainJob " + name + " was deleted"));
                JobState state = JobSummaries.of(trainJob).state();
                openLogs(api, logs, context, namespace, name);
                if (state != known) {
                    say("TrainJob " + name + ": " + state.text());
                    known = state;
                }
                if (state.isOver()) {
                    return Optional.of(ended(api, namespace, name, state));
                }
                silent = 0;
            } catch (ApiFailure failure) {
                if (failure.kind() == ApiFailure.Kind.FORBIDDEN || ++silent > MAX_SILENCE) {
                    throw failure;
                }
            }
            Pause.of(POLL_INTERVAL);
        }
        return Optional.empty();
    }

    private boolean ended(KubeApi api, String namespace, String name, JobState state) {
        for (int i = 0; i < MAX_LAST_WAITS && open.get() > 0; i++) {
            Pause.of(POLL_INTERVAL);
        }
        if (state == JobState.FAILED) {
            Await.result(new JobInspector(api, clock).inspect(namespace, name)).ifPresent(objects -> {
                Cause cause = Causes.of(objects);
                say("why: " + cause.message());
                if (!cause.advice().isEmpty()) {
                    say("what to do: " + cause.advice());
                }
            });
        }
        return state == JobState.COMPLETE;
    }

    private void openLogs(KubeApi api, ContainerLogs logs, Context context, String namespace, String name) {
        List<Pod> pods = Await.result(api.list(Pod.class, namespace, Map.of("jobset.sigs.k8s.io/jobset-name", name)));
        for (Pod pod : pods) {
            if (pod.getStatus() == null) {
                continue;
            }
            for (ContainerStatus status : pod.getStatus().getContainerStatuses()) {
                boolean started = status.getState() != null
                        && (status.getState().getRunning() != null
                                || status.getState().getTerminated() != null);
                String key = pod.getMetadata().getUid() + "/" + status.getName() + "/" + status.getRestartCount();
                if (started && followed.add(key)) {
                    open(logs, context, pod, status.getName(), key);
                }
            }
        }
    }

    private void open(ContainerLogs logs, Context context, Pod pod, String container, String key) {
        String name = pod.getMetadata().getName();
        open.incrementAndGet();
        logs.open(
                        new ContainerLogs.Wanted(
                                pod.getMetadata().getNamespace(),
                                name,
                                container,
                                true,
                                Optional.empty(),
                                Optional.empty(),
                                false),
                        context)
                .subscribe()
                .with(log -> context.runOnContext(ignored -> read(log, name)), refused -> {
                    open.decrementAndGet();
                    // Asked again with the next look, unless it is not allowed at all.
                    boolean forbidden =
                            refused instanceof ApiFailure failure && failure.kind() == ApiFailure.Kind.FORBIDDEN;
                    if (forbidden) {
                        say(name + " | its log may not be read: " + refused.getMessage());
                    } else {
                        followed.remove(key);
                    }
                });
    }

    private void read(ContainerLog log, String pod) {
        LogLines lines = new LogLines();
        log.handler(part -> lines.add(part).forEach(line -> say(pod + " | " + line)));
        log.endHandler(end -> {
            lines.end().forEach(line -> say(pod + " | " + line));
            open.decrementAndGet();
        });
        log.exceptionHandler(failure -> open.decrementAndGet());
        log.resume();
    }

    private void say(String line) {
        synchronized (out) {
            out.println(line);
            out.flush();
        }
    }
}
