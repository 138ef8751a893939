package io.trainyard.launcher.submit;

import io.fabric8.kubernetes.api.model.Pod;
import io.trainyard.core.inspect.JobInspector;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.ClientOptions;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.RequestObserver;
import io.trainyard.core.loop.VertxShutdown;
import io.trainyard.core.view.Cause;
import io.trainyard.core.view.JobState;
import io.trainyard.core.view.JobSummaries;
import io.trainyard.core.why.Causes;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.process.Pause;
import io.trainyard.launcher.cli.process.TerminalText;
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
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows what the pods of a TrainJob write, until it has ended. The thread that calls waits; logs arrive on the client's event loop. */
final class ClusterFollower {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterFollower.class);
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);
    /** How often somebody asks in vain before he is told that the cluster does not answer. */
    private static final int MAX_SILENCE = 10;

    private static final int MAX_LAST_WAITS = 10;

    private final ClientOptions options;
    private final Clock clock;
    private final PrintWriter out;
    private final BooleanSupplier stopping;

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
            VertxShutdown.await(vertx);
        }
    }

    private Optional<Boolean> follow(KubeClient client, Context context, String namespace, String name) {
        KubeApi api = client.requests();
        FollowedLogs logs = new FollowedLogs(client.logs(), context, this::say);
        JobState known = JobState.CREATED;
        int silent = 0;
        while (!stopping.getAsBoolean()) {
            try {
                TrainJob trainJob = Await.result(api.get(TrainJob.class, namespace, name))
                        .orElseThrow(
                                () -> new CommandException(ExitCodes.FAILED, "the TrainJob " + name + " was deleted"));
                JobState state = JobSummaries.of(trainJob).state();
                logs.look(pods(api, namespace, name));
                if (state != known) {
                    say("TrainJob " + name + ": " + state.text());
                    known = state;
                }
                if (state.isOver()) {
                    return Optional.of(ended(api, logs, namespace, name, state));
                }
                silent = 0;
            } catch (ApiFailure failure) {
                if (failure.kind() == ApiFailure.Kind.FORBIDDEN || ++silent > MAX_SILENCE) {
                    throw failure;
                }
            }
            if (!Pause.of(POLL_INTERVAL)) {
                break;
            }
        }
        return Optional.empty();
    }

    private boolean ended(KubeApi api, FollowedLogs logs, String namespace, String name, JobState state) {
        awaitLastLines(api, logs, namespace, name);
        if (state == JobState.FAILED) {
            Await.result(new JobInspector(api, clock).inspect(namespace, name)).ifPresent(objects -> {
                Cause cause = Causes.of(objects);
                say(TerminalText.plain("why: " + cause.message()));
                if (!cause.advice().isEmpty()) {
                    say(TerminalText.plain("what to do: " + cause.advice()));
                }
            });
        }
        return state == JobState.COMPLETE;
    }

    private static void awaitLastLines(KubeApi api, FollowedLogs logs, String namespace, String name) {
        for (int i = 0; i < MAX_LAST_WAITS; i++) {
            try {
                logs.look(pods(api, namespace, name));
            } catch (ApiFailure failure) {
                LOG.debug("pods whose logs have not ended cannot be listed", failure);
            }
            if (!logs.areOpen() || !Pause.of(POLL_INTERVAL)) {
                return;
            }
        }
    }

    private static List<Pod> pods(KubeApi api, String namespace, String name) {
        return Await.result(api.list(Pod.class, namespace, Map.of("jobset.sigs.k8s.io/jobset-name", name)));
    }

    private void say(String line) {
        synchronized (out) {
            out.println(line);
            out.flush();
        }
    }
}
