package io.trainyard.launcher.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.Watch;
import io.trainyard.local.client.WatchHandler;
import io.vertx.core.Future;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An object whose deletion was asked for")
final class DisappearanceTest {
    private static final ApiException NONE = ApiException.notFound(Resource.PODS, "p");

    private final ManualTimeSource time = new ManualTimeSource();
    private final Server server = new Server();
    private final Future<Void> gone = Disappearance.of(server, time, Resource.PODS, "n", "p");

    @Test
    @DisplayName("is waited for as long as it stays, be it an hour, and not longer")
    void staysForLong() {
        time.advance(Duration.ofHours(1));
        assertThat(gone.isComplete()).isFalse();

        server.answer = Future.failedFuture(NONE);
        time.advance(Duration.ofMillis(100));

        assertThat(gone.succeeded()).isTrue();
        assertThat(time.waiting()).isZero();
    }

    @Test
    @DisplayName("is not waited for when nobody can tell whether it is there")
    void cannotBeAskedFor() {
        ApiException unreachable = ApiException.unreachable(new IOException("connection refused"));
        server.answer = Future.failedFuture(unreachable);

        time.advance(Duration.ofMillis(100));

        assertThat(gone.cause()).isSameAs(unreachable);
    }

    private static final class Server implements ApiClient {
        private Future<Map<String, Object>> answer = Future.succeededFuture(Map.of());

        @Override
        public Future<Map<String, Object>> send(ApiCall call) {
            return answer;
        }

        @Override
        public Future<Watch> watch(ApiCall call, WatchHandler handler) {
            return Future.failedFuture("nobody watches here");
        }
    }
}
