package io.trainyard.local.kubelet.naming;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

/** LOCAL-73. */
final class FreePortsTest {
    private static int choose(int wish) {
        try (PortClaim claim = FreePorts.choose(wish)) {
            return claim.port();
        }
    }

    @Test
    void aFreePortKeepsItsNumberAndCanBeListenedAt() throws IOException {
        try (PortClaim claim = FreePorts.choose(10130);
                ServerSocket listener = new ServerSocket()) {
            listener.bind(new InetSocketAddress(claim.port()));

            assertThat(listener.getLocalPort()).isEqualTo(10130);
        }
    }

    @Test
    void aPortThatIsListenedAtOnOneAddressIsTaken() throws IOException {
        try (ServerSocket listener = new ServerSocket()) {
            listener.bind(new InetSocketAddress("127.0.0.1", 10131));

            assertThat(choose(10131)).isNotEqualTo(10131);
        }
    }

    @Test
    void aPortThatSomebodyHasChosenIsTakenBeforeAnybodyListensAndUntilItIsGivenUp() {
        try (PortClaim first = FreePorts.choose(10132)) {
            assertThat(first.port()).isEqualTo(10132);
            assertThat(choose(10132)).isNotEqualTo(10132);
        }

        assertThat(choose(10132)).isEqualTo(10132);
    }

    @Test
    void aPortInPlaceOfAnotherIsNoneThatSystemsGiveToOutgoingConnections() throws IOException {
        try (ServerSocket listener = new ServerSocket()) {
            listener.bind(new InetSocketAddress(10133));

            assertThat(choose(10133)).isBetween(20_000, 32_767);
        }
    }
}
