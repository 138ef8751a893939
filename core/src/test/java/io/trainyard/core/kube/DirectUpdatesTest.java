package io.trainyard.core.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.trainyard.core.kube.ScriptedApiServer.Answer;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("DirectUpdates (OPS-06)")
@ExtendWith(VertxExtension.class)
final class DirectUpdatesTest {
    private static final String PATH = "/apis/coordination.k8s.io/v1/namespaces/system/leases/trainer";

    @TempDir
    private Path folder;

    private ScriptedApiServer server;

    @BeforeEach
    void start(Vertx vertx) {
        server = ScriptedApiServer.start(vertx);
    }

    @Test
    @DisplayName("one request with the login, the field manager and the bytes that were given; the answer as it came")
    void itSendsWhatItIsGiven() throws Exception {
        server.always("PUT", PATH, seen -> Answer.ok("{\"answer\": true}"));
        try (RunningClient running = client("{token: secret}")) {
            assertThat(replace(running, "{\"sent\": true}")).isEqualTo("{\"answer\": true}");

            assertThat(running.answers).containsExactly("PUT 200");
        }
        assertThat(server.received()).singleElement().satisfies(seen -> {
            assertThat(seen.body()).isEqualTo("{\"sent\": true}");
            assertThat(seen.query()).isEqualTo("fieldManager=trainer");
            assertThat(seen.headers())
                    .containsEntry("Authorization", "Bearer secret")
                    .containsEntry("Content-Type", "application/json")
                    .containsEntry("User-Agent", "trainyard");
        });
    }

    @Test
    void aRefusalHasItsKind() throws Exception {
        server.next("PUT", PATH, Answer.status(409, "Conflict", "the object has been modified"));
        try (RunningClient running = client("{}")) {
            assertThatThrownBy(() -> replace(running, "{}"))
                    .isInstanceOfSatisfying(ApiFailure.class, failure -> assertThat(failure.kind())
                            .isEqualTo(ApiFailure.Kind.CONFLICT));
            assertThat(running.answers).containsExactly("PUT 409");
        }
    }

    @Test
    @DisplayName("it is not tried again: whoever asks knows better when")
    void aBrokenConnectionIsAFailure() throws Exception {
        server.always("PUT", PATH, seen -> Answer.brokenConnection());
        try (RunningClient running = client("{}")) {
            assertThatThrownBy(() -> replace(running, "{}"))
                    .isInstanceOfSatisfying(ApiFailure.class, failure -> assertThat(failure.kind())
                            .isEqualTo(ApiFailure.Kind.UNREACHABLE));
            assertThat(running.answers).containsExactly("PUT 0");
        }
        assertThat(server.received()).hasSize(1);
    }

    @Test
    @DisplayName("whoever acts for somebody else has to say so in each request, so there are none")
    void thereAreNoneForSomebodyElse() throws Exception {
        try (RunningClient running = client("{token: secret, as: somebody}")) {
            assertThat(running.client.directUpdates()).isEmpty();
        }
    }

    private RunningClient client(String user) throws Exception {
        return new RunningClient(server.kubeconfig(folder, user), ClientOptions.defaults());
    }

    private static String replace(RunningClient running, String body) {
        DirectUpdates updates = running.client.directUpdates().orElseThrow();
        return new String(
                Awaiting.await(running.onOwner(
                        () -> updates.replace(Lease.class, "system", "trainer", body.getBytes(StandardCharsets.UTF_8))
                                .runSubscriptionOn(KubeClient.runningOn(running.owner)))),
                StandardCharsets.UTF_8);
    }
}
