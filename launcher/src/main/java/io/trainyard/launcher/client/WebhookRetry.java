package io.trainyard.launcher.client;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Sends a request again while the API server reaches no webhook: a controller that is being installed or updated answers soon. All other failures, such as a
 * refusal or a certificate that is not trusted, fail at once. Lives on one event loop.
 */
public final class WebhookRetry {
    /** A new pod of the controller pulls its image and starts within this time. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    static final Duration PAUSE = Duration.ofSeconds(1);

    private static final String FAILED = "failed calling webhook \"";
    private static final List<String> SIGNS =
            List.of("connection refused", "no endpoints available", "connection reset by peer", "broken pipe", "EOF");

    private final TimeSource time;
    private final Consumer<String> messages;
    private boolean told;

    /**
     * @param messages receives one line when the wait begins
     */
    public WebhookRetry(TimeSource time, Consumer<String> messages) {
        this.time = time;
        this.messages = messages;
    }

    /**
     * The answer to a request; its failure when it is about something else, or when the webhook is still away after a minute.
     *
     * @param request sends it, each time that it is called
     */
    public <T> Uni<T> awaitFor(Supplier<Uni<T>> request) {
        long begun = time.nanos();
        return attempt(request, begun);
    }

    private <T> Uni<T> attempt(Supplier<Uni<T>> request, long begun) {
        return Uni.createFrom()
                .deferred(request::get)
                .onFailure(failure -> reason(failure).isPresent() && time.nanos() - begun < PATIENCE.toNanos())
                .recoverWithUni(failure -> {
                    tell(reason(failure).orElseThrow());
                    return pause().chain(() -> attempt(request, begun));
                });
    }

    private Uni<Void> pause() {
        return Uni.createFrom().emitter(emitter -> {
            TimeSource.Cancellable timer = time.after(PAUSE, () -> emitter.complete(null));
            emitter.onTermination(timer::cancel);
        });
    }

    private void tell(String reason) {
        if (!told) {
            told = true;
            messages.accept(reason + "; trying again for " + PATIENCE.toSeconds() + " s");
        }
    }

    /** Which webhook is away, and how that shows; empty for any other failure. */
    static Optional<String> reason(Throwable failure) {
        String message = failure instanceof ApiFailure ? String.valueOf(failure.getMessage()) : "";
        int name = message.indexOf(FAILED) + FAILED.length();
        int end = message.indexOf('"', name);
        if (!message.contains(FAILED) || end < 0) {
            return Optional.empty();
        }
        return SIGNS.stream()
                .filter(message.substring(end)::contains)
                .findFirst()
                .map(sign -> "webhook " + message.substring(name, end) + " does not answer (" + sign + ")");
    }
}
