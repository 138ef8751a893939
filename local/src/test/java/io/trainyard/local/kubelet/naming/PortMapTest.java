package io.trainyard.local.kubelet.naming;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** LOCAL-73. */
final class PortMapTest {
    private final PortMap map = new PortMap();

    @AfterEach
    void end() {
        map.close();
    }

    private static boolean isGivenUp(int port) {
        try (PortClaim claim = FreePorts.choose(port)) {
            return claim.port() == port;
        }
    }

    @Test
    void ofSeveralPodsTheFirstDecidesForTheWholeGroup() throws IOException {
        try (ServerSocket taken = new ServerSocket()) {
            taken.bind(new InetSocketAddress(10136));

            Map<Integer, Integer> replaced = map.join("job", "a", Set.of(10136, 10137));

            assertThat(replaced).containsOnlyKeys(10136);
            assertThat(map.join("job", "b", Set.of(10136))).isEmpty();
            assertThat(map.port("job", 10136)).isEqualTo(replaced.get(10136)).isNotEqualTo(10136);
            assertThat(map.port("job", 10137)).isEqualTo(10137);
        }
    }

    @Test
    void anotherGroupGetsAnotherPortAlsoBeforeTheFirstListens() {
        map.join("one", "a", Set.of(10138));
        map.join("two", "b", Set.of(10138));

        assertThat(map.port("one", 10138)).isEqualTo(10138);
        assertThat(map.port("two", 10138)).isNotEqualTo(10138);
    }

    @Test
    void thePortsOfAGroupAreGivenUpWithItsLastPod() {
        map.join("job", "a", Set.of(10139));
        map.join("job", "b", Set.of());

        map.leave("job", "a");
        assertThat(isGivenUp(10139)).isFalse();
        map.leave("job", "b");

        assertThat(isGivenUp(10139)).isTrue();
    }

    @Test
    void allPortsAreGivenUpAtTheEnd() {
        map.join("one", "a", Set.of(10140));
        map.join("two", "b", Set.of(10141));

        map.close();

        assertThat(isGivenUp(10140)).isTrue();
        assertThat(isGivenUp(10141)).isTrue();
    }
}
