package io.trainyard.launcher.stop;

import io.trainyard.core.loop.VertxShutdown;
import io.trainyard.foundation.time.Blocking;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.process.Pause;
import io.trainyard.launcher.cli.state.JobStopper;
import io.trainyard.launcher.run.folder.ServiceStatus;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.HttpApiClient;
import io.trainyard.local.client.Kubeconfig;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.trainyard.local.kubelet.process.LiveContainer;
import io.trainyard.spi.model.TrainerApi;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Suspends TrainJobs of a service, and waits until nothing of them runs. Only the thread that calls ever waits. */
@Blocking("the thread of the command has nothing else to do")
public final class ServiceJobStopper implements JobStopper {
    static final Resource TRAIN_JOBS = new Resource(TrainerApi.GROUP, TrainerApi.VERSION, "trainjobs");
    private static final WriteOptions AS_USER = WriteOptions.as("trainyard-stop");
    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);
    private static final Duration ANSWER = Duration.ofSeconds(30);

    @Override
    public List<Outcome> stop(Request request) {
        ServiceStatus up = request.service()
                .running()
                .orElseThrow(() -> new CommandException(ExitCodes.FAILED, "the service has just ended"));
        System.setProperty("vertx.disableDnsResolver", "true");
        Vertx vertx = Vertx.vertx();
        try {
            HttpApiClient client =
                    HttpApiClient.connect(vertx, Kubeconfig.local(up.server(), up.token()), "trainyard-stop");
            return stop(request, client);
        } finally {
            VertxShutdown.await(vertx);
        }
    }

    private static List<Outcome> stop(Request request, HttpApiClient client) {
        Outcome[] outcomes = new Outcome[request.jobs().size()];
        Arrays.fill(outcomes, Outcome.LATE);
        for (int i = 0; i < outcomes.length; i++) {
            Name job = request.jobs().get(i);
            if (look(client, job).hasStopped()) {
                outcomes[i] = Outcome.ENDED_BEFORE;
            } else {
                suspend(client, job);
            }
        }
        Duration waited = Duration.ZERO;
        while (List.of(outcomes).contains(Outcome.LATE) && waited.compareTo(request.timeout()) <= 0) {
            for (int i = 0; i < outcomes.length; i++) {
                if (outcomes[i] == Outcome.LATE
                        && hasStopped(client, request, request.jobs().get(i))) {
                    outcomes[i] = Outcome.STOPPED;
                }
            }
            if (List.of(outcomes).contains(Outcome.LATE) && !Pause.of(POLL_INTERVAL)) {
                break;
            }
            waited = waited.plus(POLL_INTERVAL);
        }
        return List.of(outcomes);
    }

    private static boolean hasStopped(HttpApiClient client, Request request, Name job) {
        StoppingJob now = look(client, job);
        if (request.now()) {
            kill(request.service().root(), job.namespace(), now.ending());
        }
        return now.hasStopped();
    }

    private static StoppingJob look(HttpApiClient client, Name job) {
        Map<String, Object> trainJob = await(client.get(TRAIN_JOBS, job.namespace(), job.name()));
        return new StoppingJob(
                trainJob,
                await(client.list(
                                Resource.PODS,
                                job.namespace(),
                                ListOptions.labels("jobset.sigs.k8s.io/jobset-name=" + job.name())))
                        .items());
    }

    private static void suspend(HttpApiClient client, Name job) {
        await(Suspension.of(client, job.namespace(), job.name(), AS_USER));
    }

    private static void kill(Path service, String namespace, Set<String> pods) {
        if (!pods.isEmpty()) {
            LiveContainer.below(service).stream()
                    .filter(each -> each.namespace().equals(namespace) && pods.contains(each.pod()))
                    .forEach(LiveContainer::kill);
        }
    }

    private static <T> T await(Future<T> answer) {
        try {
            return answer.toCompletionStage().toCompletableFuture().get(ANSWER.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CommandException(ExitCodes.FAILED, "interrupted", interrupted);
        } catch (TimeoutException late) {
            throw new CommandException(ExitCodes.FAILED, "the service does not answer", late);
        } catch (ExecutionException failure) {
            Throwable cause = Objects.requireNonNullElse(failure.getCause(), failure);
            boolean known = cause instanceof ApiException;
            throw new CommandException(
                    ExitCodes.FAILED, "the TrainJob cannot be stopped: " + (known ? cause.getMessage() : cause), cause);
        }
    }
}
