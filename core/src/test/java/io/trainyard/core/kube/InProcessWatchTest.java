package io.trainyard.core.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.http.WebSocket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a watch within a process tells events in order, each when it was asked for (LOCAL-203)")
final class InProcessWatchTest {
    private final List<String> told = new ArrayList<>();
    private final List<String> stopped = new ArrayList<>();
    private boolean asksAtOnce;
    private final InProcessWatch watch = new InProcessWatch(
            new WebSocket.Listener() {
                @Override
                public void onOpen(WebSocket socket) {
                    told.add("open");
                }

                @Override
                public void onMessage(WebSocket socket, String text) {
                    told.add(text);
                    if (asksAtOnce) {
                        socket.request();
                    }
                }

                @Override
                public void onClose(WebSocket socket, int code, String reason) {
                    told.add("close " + code);
                }
            },
            Runnable::run);

    @Test
    void whatArrivesBeforeItStandsIsToldAfterwards() {
        watch.arrived(List.of("a"));
        assertThat(told).isEmpty();

        watch.open(() -> stopped.add("stop"));

        assertThat(told).containsExactly("open", "a");
    }

    @Test
    void theNextEventIsToldWhenItIsAskedFor() {
        watch.open(() -> {});
        watch.arrived(List.of("a", "b", "c"));
        assertThat(told).containsExactly("open", "a");

        watch.request();
        assertThat(told).containsExactly("open", "a", "b");

        watch.request();
        watch.request();
        watch.arrived(List.of("d"));
        assertThat(told).containsExactly("open", "a", "b", "c", "d");
    }

    @Test
    void whoAsksWhileHeIsToldGetsAllInOrderWithoutBeingCalledWithinACall() {
        asksAtOnce = true;
        watch.open(() -> {});
        // Each a call within a call, it would be too deep for any stack.
        List<String> many = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            many.add("event " + i);
        }

        watch.arrived(many);

        assertThat(told).hasSize(100_001).endsWith("event 99999");
    }

    @Test
    void theEndComesAfterTheLastEventAndOnce() {
        watch.open(() -> stopped.add("stop"));
        watch.arrived(List.of("a", "b"));
        watch.ended();
        assertThat(told).containsExactly("open", "a");

        watch.request();
        watch.ended();
        watch.request();

        assertThat(told).containsExactly("open", "a", "b", "close 1000");
        assertThat(watch.sendClose(1000, "")).isFalse();
    }

    @Test
    void whoClosesItIsToldNoMoreEventsAndTheServerLearnsOfIt() {
        watch.open(() -> stopped.add("stop"));
        watch.arrived(List.of("a", "b"));

        assertThat(watch.sendClose(1000, "")).isTrue();
        watch.arrived(List.of("c"));
        watch.request();

        assertThat(told).containsExactly("open", "a", "close 1000");
        assertThat(stopped).containsExactly("stop");
    }

    @Test
    void aWatchThatIsClosedBeforeItStandsIsEndedWhenItDoes() {
        watch.sendClose(1000, "");

        watch.open(() -> stopped.add("stop"));

        assertThat(stopped).containsExactly("stop");
        assertThat(told).containsExactly("open", "close 1000");
    }
}
