package io.trainyard.launcher.client;

import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.time.Blocking;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.ExitCodes;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for answers of an API server, on the thread of a command. */
@Blocking("the thread of the command has nothing else to do")
public final class Await {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private Await() {}

    /**
     * The answer, when it is there.
     *
     * @throws io.trainyard.core.kube.ApiFailure when the API server refuses it, as {@link io.trainyard.core.kube.KubeApi} says
     * @throws CommandException when there is none in time
     */
    public static <T> T result(Uni<T> answer) {
        try {
            return answer.subscribeAsCompletionStage().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CommandException(ExitCodes.FAILED, "interrupted", interrupted);
        } catch (TimeoutException late) {
            throw new CommandException(ExitCodes.FAILED, "no answer from the API server", late);
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof RuntimeException known) {
                throw known;
            }
            throw new CommandException(ExitCodes.FAILED, String.valueOf(failure.getMessage()), failure);
        }
    }
}
