package io.trainyard.launcher.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.foundation.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A webhook that is away (HELM-24a)")
final class WebhookRetryTest {
    private static final String AWAY =
            "patch clustertrainingruntimes mine: Internal error occurred: failed calling webhook \"validator.example.com\": failed to call webhook: "
                    + "Post \"https://manager.kubeflow-system.svc:443/validate?timeout=10s\": ";

    private final ManualTimeSource time = new ManualTimeSource();
    private final Deque<String> failures = new ArrayDeque<>();
    private final List<String> told = new ArrayList<>();
    private int sent;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dial tcp 10.0.0.1:443: connect: connection refused",
                "EOF",
                "unexpected EOF",
                "write tcp 10.0.0.1:443: write: broken pipe",
                "read tcp 10.0.0.1:443: read: connection reset by peer",
                "no endpoints available for service \"manager\""
            })
    void isAwaitedAndToldOnce(String problem) {
        failures.addAll(List.of(AWAY + problem, AWAY + problem));

        UniAssertSubscriber<String> answer = ask();

        assertThat(sent).isEqualTo(1);
        time.advance(WebhookRetry.PAUSE);
        assertThat(sent).isEqualTo(2);
        time.advance(WebhookRetry.PAUSE);
        answer.assertCompleted().assertItem("done");
        assertThat(told)
                .singleElement()
                .asString()
                .startsWith("webhook validator.example.com does not answer (")
                .endsWith("); trying again for 60 s");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tls: failed to verify certificate: x509: certificate signed by unknown authority",
                "context deadline exceeded"
            })
    void thatAnswersWronglyIsNotAwaited(String problem) {
        failures.add(AWAY + problem);

        ask().assertFailedWith(ApiFailure.class, problem);

        assertThat(sent).isEqualTo(1);
        assertThat(told).isEmpty();
    }

    @Test
    void thatRefusesIsNotAwaited() {
        failures.add("admission webhook \"validator.example.com\" denied the request: EOF is no runtime");

        ask().assertFailedWith(ApiFailure.class, "denied");

        assertThat(told).isEmpty();
    }

    @Test
    void isAwaitedForAMinute() {
        for (int i = 0; i < 100; i++) {
            failures.add(AWAY + "EOF");
        }

        UniAssertSubscriber<String> answer = ask();
        for (Duration waited = Duration.ZERO;
                waited.compareTo(WebhookRetry.PATIENCE) < 0;
                waited = waited.plus(WebhookRetry.PAUSE)) {
            answer.assertNotTerminated();
            time.advance(WebhookRetry.PAUSE);
        }

        answer.assertFailedWith(ApiFailure.class, "EOF");
        assertThat(sent).isEqualTo(61);
        assertThat(told).hasSize(1);
    }

    private UniAssertSubscriber<String> ask() {
        return new WebhookRetry(time, told::add)
                .awaitFor(() -> {
                    sent++;
                    String failure = failures.poll();
                    return failure == null
                            ? Uni.createFrom().item("done")
                            : Uni.createFrom()
                                    .failure(new ApiFailure(
                                            ApiFailure.Kind.SERVER_ERROR, 500, "InternalError", failure, null, null));
                })
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());
    }
}
