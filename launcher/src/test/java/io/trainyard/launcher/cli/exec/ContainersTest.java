package io.trainyard.launcher.cli.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.local.kubelet.process.LiveContainer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which container a user means (LOCAL-170). */
final class ContainersTest {
    private static List<LiveContainer> pods(String... names) {
        return Stream.of(names)
                .map(name -> new LiveContainer("default", name, "node", ProcessHandle.current(), ""))
                .toList();
    }

    @Test
    @DisplayName("a rank is the node with this index, whatever else runs (LOCAL-170)")
    void node() {
        List<LiveContainer> live = pods("m-launcher-0-0-aaaaa", "m-node-0-11-bbbbb", "m-node-0-1-ccccc");

        assertThat(Containers.ofNode(live, 1)).contains(live.get(2));
        assertThat(Containers.ofNode(live, 11)).contains(live.get(1));
        assertThat(Containers.ofNode(live, 2)).isEmpty();
        assertThat(Containers.ofNode(live, 0)).contains(live.get(0));
    }

    @Test
    @DisplayName("a pod is named by its name, or by a part of it (LOCAL-170)")
    void pod() {
        List<LiveContainer> live = pods("m-launcher-0-0-aaaaa", "m-node-0-1-ccccc", "m-node-0-1");

        assertThat(Containers.ofPod(live, "launcher")).contains(live.get(0));
        assertThat(Containers.ofPod(live, "m-node-0-1")).contains(live.get(2));
        assertThat(Containers.ofPod(live, "x")).isEmpty();
    }
}
