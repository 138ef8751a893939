package io.trainyard.launcher.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.run.progress.RunEvent;
import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.Watch;
import io.trainyard.local.client.WatchEvent;
import io.trainyard.local.client.WatchHandler;
import io.vertx.core.Future;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a local run sees of its cluster while the connection to the API server comes and goes. */
final class RunObserverTest {
    private static final ApiException UNREACHABLE = ApiException.unreachable(new IOException("connection refused"));

    private final ManualTimeSource time = new ManualTimeSource(Instant.parse("2026-01-01T00:00:00Z"));
    private final Server server = new Server();
    private final List<RunEvent> events = new ArrayList<>();
    private final RunObserver observer = new RunObserver(server, time, events::add, line -> {});

    /** Pods only; can be switched off. */
    private static final class Server implements ApiClient {
        private final Map<String, WatchHandler> watches = new LinkedHashMap<>();
        private final List<Object> pods = new ArrayList<>();
        private boolean down;

        @Override
        public Future<Map<String, Object>> send(ApiCall call) {
            List<Object> items = call.resource().plural().equals("pods") ? List.copyOf(pods) : List.of();
            return down
                    ? Future.failedFuture(UNREACHABLE)
                    : Future.succeededFuture(Tree.of("items", items, "metadata", Tree.of("resourceVersion", "10")));
        }

        @Override
        public Future<Watch> watch(ApiCall call, WatchHandler handler) {
            if (down) {
                return Future.failedFuture(UNREACHABLE);
            }
            watches.put(call.resource().plural(), handler);
            return Future.succeededFuture(() -> {});
        }

        void goDown() {
            down = true;
            List<WatchHandler> open = List.copyOf(watches.values());
            watches.clear();
            open.forEach(watch -> watch.end(Optional.of(UNREACHABLE)));
        }
    }

    private static Map<String, Object> pod(String name, String version) {
        return Tree.of(
                "metadata",
                Tree.of("namespace", "demo", "name", name, "uid", "u-" + name, "resourceVersion", version),
                "status",
                Tree.of("phase", "Running"));
    }

    private List<String> seen() {
        return events.stream()
                .map(event -> event instanceof RunEvent.PodDeleted gone ? "gone " + gone.uid() : "seen")
                .toList();
    }

    @Test
    @DisplayName("an API server that is away for longer than one attempt: what happened meanwhile is told afterwards")
    void goesOnAfterALongAbsence() {
        server.pods.add(pod("early", "3"));
        observer.start();
        assertThat(seen()).containsExactly("seen");

        server.goDown();
        time.advance(Duration.ofSeconds(20));
        events.clear();
        server.pods.clear();
        server.pods.add(pod("late", "8"));
        server.down = false;
        time.advance(Duration.ofSeconds(10));

        assertThat(seen()).containsExactly("seen", "gone u-early", "seen");
        server.watches.get("pods").event(new WatchEvent(WatchEvent.Type.ADDED, pod("later", "11")));
        assertThat(events).hasSize(4);
    }

    @Test
    void aStoppedObserverTellsNothing() {
        observer.start();
        observer.stop();

        server.watches.get("pods").event(new WatchEvent(WatchEvent.Type.ADDED, pod("late", "11")));
        time.advance(Duration.ofMinutes(1));

        assertThat(events).isEmpty();
    }
}
