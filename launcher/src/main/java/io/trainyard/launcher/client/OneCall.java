package io.trainyard.launcher.client;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.ClientOptions;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.RequestObserver;
import io.trainyard.core.kube.login.LoginException;
import io.trainyard.core.loop.VertxShutdown;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Opens a client, lets it do one thing, and closes it. Only the thread that calls ever waits. */
public final class OneCall {
    /** Longer than a webhook that is away is waited for. */
    public static final Duration TIMEOUT = Duration.ofMinutes(2);

    private OneCall() {}

    /**
     * Does it.
     *
     * @param options how to reach the API server
     * @param call the requests; runs on the client's event loop
     * @param failure what to tell the user before the reason, such as {@code runtimes cannot be installed}
     * @throws CommandException when the API server cannot be reached or refuses something, or the call fails with one
     */
    public static <T> T make(ClientOptions options, Function<KubeApi, Uni<T>> call, String failure) {
        return with(options, (client, time) -> call.apply(client.requests()), failure, TIMEOUT);
    }

    /**
     * As {@link #make}, for what needs more than requests.
     *
     * @param call gets the client, and the time on its event loop
     * @param timeout how long all of it may take
     */
    public static <T> T with(
            ClientOptions options, BiFunction<KubeClient, TimeSource, Uni<T>> call, String failure, Duration timeout) {
        Vertx vertx = Vertx.vertx();
        try {
            Context context = vertx.getOrCreateContext();
            return await(
                    KubeClient.open(context, options, RequestObserver.NONE)
                            .chain(client -> call.apply(client, new VertxTimeSource(context))
                                    .eventually(() -> client.close().onFailure().recoverWithNull())),
                    failure,
                    timeout);
        } finally {
            VertxShutdown.await(vertx);
        }
    }

    private static <T> T await(Uni<T> answer, String what, Duration timeout) {
        try {
            return answer.subscribeAsCompletionStage().get(timeout.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CommandException(ExitCodes.FAILED, "interrupted", interrupted);
        } catch (TimeoutException late) {
            throw new CommandException(
                    ExitCodes.FAILED, "no answer from the API server within " + timeout.toSeconds() + " s", late);
        } catch (ExecutionException failure) {
            Throwable cause = Objects.requireNonNullElse(failure.getCause(), failure);
            if (cause instanceof CommandException told) {
                throw told;
            }
            boolean known = cause instanceof LoginException || cause instanceof ApiFailure;
            throw new CommandException(
                    ExitCodes.FAILED,
                    what + ": " + (known ? cause.getMessage() : cause) + MissingRight.advice(cause),
                    cause);
        }
    }
}
