package io.trainyard.local.client.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.Watch;
import io.trainyard.local.client.WatchHandler;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Events of the kubelet and the controllers of a laptop (LOCAL-145)")
final class EventRecorderTest {
    private static final String MISSING = "container node: secret \"hf-token\" not found";

    private final ManualTimeSource time = new ManualTimeSource();
    private final Events events = new Events();
    private final EventRecorder recorder = new EventRecorder(events, time, "kubelet", "machine");

    /** An API server that keeps events by name. */
    private static final class Events implements ApiClient {
        private final Map<String, Map<String, Object>> kept = new HashMap<>();
        private final List<String> writes = new ArrayList<>();

        @Override
        public Future<Map<String, Object>> send(ApiCall call) {
            Map<String, Object> body = Tree.object(call.body());
            writes.add(call.method());
            if (call.method().equals("POST")) {
                kept.put(Tree.text(body, "metadata", "name"), new HashMap<>(body));
                return Future.succeededFuture(body);
            }
            Map<String, Object> event = kept.get(call.name());
            if (event == null) {
                return Future.failedFuture(ApiException.notFound(Resource.EVENTS, call.name()));
            }
            event.putAll(body);
            return Future.succeededFuture(event);
        }

        @Override
        public Future<Watch> watch(ApiCall call, WatchHandler handler) {
            throw new UnsupportedOperationException();
        }
    }

    private static ObjectReference pod(String name, String version) {
        return new ObjectReference("v1", "Pod", "demo", name, "uid-" + name, version);
    }

    @Test
    @DisplayName("what is told every second for an hour stands in one event with its count, for about twenty writes")
    void repetitionsAreCounted() {
        String begun = time.now().toString();
        for (int second = 0; second < 3600; second++) {
            recorder.warning(pod("bert", "v" + second), "Failed", MISSING);
            time.advance(Duration.ofSeconds(1));
        }
        time.advance(Duration.ofMinutes(5));

        assertThat(events.kept.values()).singleElement().satisfies(event -> {
            assertThat(event)
                    .containsEntry("count", 3600L)
                    .containsEntry("firstTimestamp", begun)
                    .containsEntry("message", MISSING);
            assertThat(Tree.text(event, "lastTimestamp")).isGreaterThan(begun);
        });
        assertThat(events.writes).hasSizeLessThan(25);
        assertThat(events.writes.subList(0, 2)).containsExactly("POST", "PATCH");
    }

    @Test
    @DisplayName("the first repetitions are seen within seconds")
    void theFirstRepetitionIsSoonThere() {
        for (int second = 0; second < 3; second++) {
            recorder.warning(pod("bert", ""), "Failed", MISSING);
            time.advance(Duration.ofSeconds(1));
        }

        assertThat(events.kept.values()).singleElement().satisfies(event -> assertThat((long) event.get("count"))
                .isGreaterThan(1));
    }

    @Test
    @DisplayName("other words, another reason or another object are events of their own")
    void differentThingsAreApart() {
        recorder.warning(pod("bert", ""), "Failed", MISSING);
        recorder.warning(pod("llama", ""), "Failed", MISSING);
        recorder.warning(pod("bert", ""), "FailedMount", MISSING);
        recorder.normal(pod("bert", ""), "Failed", MISSING);
        recorder.warning(pod("bert", ""), "Failed", "another key");

        assertThat(events.kept).hasSize(5);
    }

    @Test
    @DisplayName("after a long silence, and where the event is not kept any more, it is told anew")
    void whatIsOldBeginsAnew() {
        recorder.warning(pod("bert", ""), "Failed", MISSING);
        time.advance(Duration.ofMinutes(11));
        recorder.warning(pod("bert", ""), "Failed", MISSING);
        assertThat(events.kept).hasSize(2);

        events.kept.clear();
        recorder.warning(pod("bert", ""), "Failed", MISSING);
        time.advance(Duration.ofSeconds(5));
        recorder.warning(pod("bert", ""), "Failed", MISSING);

        assertThat(events.kept.values()).singleElement().satisfies(event -> assertThat(event)
                .containsEntry("count", 1L));
    }
}
