package io.trainyard.launcher.kubelet;

import io.trainyard.core.loop.VertxShutdown;
import io.trainyard.launcher.cli.kubelet.KubeletProcess;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.UserVariables;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.HttpApiClient;
import io.trainyard.local.client.Kubeconfig;
import io.trainyard.local.kubelet.ProcessKubelet;
import io.trainyard.local.kubelet.options.KubeletEndpoint;
import io.trainyard.local.kubelet.options.KubeletOptions;
import io.trainyard.local.kubelet.process.StartException;
import io.trainyard.local.kubelet.server.NodeProxyAuthorization;
import io.trainyard.local.kubelet.server.NodeServer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a kubelet from start to end. Only the thread that called {@link #run} ever waits. */
public final class VertxKubeletProcess implements KubeletProcess {
    private static final Logger LOG = LoggerFactory.getLogger(VertxKubeletProcess.class);
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration STOP_MARGIN = Duration.ofSeconds(15);
    private static final int CANNOT_START = 1;
    private static final int WRONG_INPUT = 2;

    private final CompletableFuture<Void> end = new CompletableFuture<>();

    @Override
    public int run(Request request) {
        Vertx vertx = Vertx.vertx();
        try {
            HttpApiClient client = HttpApiClient.connect(
                    vertx,
                    kubeconfig(request.kubeconfig()),
                    "trainyard-kubelet/" + request.build().version());
            String name = request.options().nodeName();
            NodeProxyAuthorization authorization = new NodeProxyAuthorization(client, name, Clock.systemUTC());
            Optional<NodeServer> server = request.logs()
                    .map(address -> await(NodeServers.listen(vertx, address, authorization), START_TIMEOUT));
            ProcessKubelet kubelet = await(
                    ProcessKubelet.start(vertx, client, options(request, server), UserVariables.ofProcess()),
                    START_TIMEOUT);
            server.ifPresent(listening -> listening.serve(kubelet.logs(), kubelet.streaming()));
            LOG.info(
                    "the node {} is ready; logs of its pods are below {}",
                    name,
                    request.options().folders().run());
            end.join();
            LOG.info("the node {} stops", name);
            Duration grace = request.options().limits().maxGrace();
            await(kubelet.stop(grace), grace.plus(STOP_MARGIN));
            return 0;
        } finally {
            VertxShutdown.await(vertx);
        }
    }

    private static KubeletOptions options(Request request, Optional<NodeServer> server) {
        KubeletOptions options = request.options();
        return server.flatMap(listening ->
                        request.logs().map(asked -> new KubeletEndpoint(asked.address(), listening.port())))
                .map(endpoint -> options.withRegistration(options.registration().withEndpoint(endpoint)))
                .orElse(options);
    }

    private static Kubeconfig kubeconfig(Path file) {
        try {
            return Kubeconfig.read(file);
        } catch (IOException | IllegalArgumentException unusable) {
            throw new CommandException(WRONG_INPUT, file + ": " + unusable.getMessage(), unusable);
        }
    }

    private static <T> T await(Future<T> future, Duration timeout) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(timeout.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CommandException(CANNOT_START, "interrupted", interrupted);
        } catch (TimeoutException late) {
            throw new CommandException(
                    CANNOT_START, "no answer from the API server within " + timeout.toSeconds() + " s", late);
        } catch (ExecutionException failure) {
            Throwable cause = Objects.requireNonNullElse(failure.getCause(), failure);
            boolean known = cause instanceof StartException
                    || cause instanceof ApiException
                    || cause instanceof IllegalArgumentException;
            throw new CommandException(
                    CANNOT_START, "the node cannot start: " + (known ? cause.getMessage() : cause), cause);
        }
    }

    @Override
    public void stop() {
        end.complete(null);
    }
}
