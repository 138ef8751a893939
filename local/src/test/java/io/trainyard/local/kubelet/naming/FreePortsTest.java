package io.trainyard.local.kubelet.naming;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** LOCAL-73. */
final class FreePortsTest {
    private static int choose(int wish) {
        try (PortClaim claim = FreePorts.choose(Set.of(wish)).get(wish)) {
            return claim.port();
        }
    }

    @Test
    void aFreePortKeepsItsNumberAndCanBeListenedAt() throws IOException {
        try (PortClaim claim = FreePorts.choose(Set.of(25130)).get(25130);
                ServerSocket listener = new ServerSocket()) {
            listener.bind(new InetSocketAddress(claim.port()));

            assertThat(listener.getLocalPort()).isEqualTo(25130);
        }
    }

    @Test
    void aPortThatIsListenedAtOnOneAddressIsTaken() throws IOException {
        try (ServerSocket listener = new ServerSocket()) {
            listener.bind(new InetSocketAddress("127.0.0.1", 25131));

            assertThat(choose(25131)).isNotEqualTo(25131);
        }
    }

    @Test
    void aPortThatSomebodyHasChosenIsTakenBeforeAnybodyListensAndUntilItIsGivenUp() {
        try (PortClaim first = FreePorts.choose(Set.of(25132)).get(25132)) {
            assertThat(first.port()).isEqualTo(25132);
            assertThat(choose(25132)).isNotEqualTo(25132);
        }

        assertThat(choose(25132)).isEqualTo(25132);
    }

    @Test
    void aPortInPlaceOfAnotherIsNoneThatSystemsGiveToOutgoingConnections() throws IOException {
        try (ServerSocket listener = new ServerSocket()) {
            listener.bind(new InetSocketAddress(25133));

            assertThat(choose(25133)).isBetween(20_000, 32_767);
        }
    }

    @Test
    void twoWishesNeverGetTheSamePort() throws IOException {
        try (ServerSocket listener = new ServerSocket()) {
            listener.bind(new InetSocketAddress(25134));

            Map<Integer, PortClaim> chosen = FreePorts.choose(Set.of(25134, 25135));

            assertThat(chosen.get(25135).port()).isEqualTo(25135);
            assertThat(chosen.get(25134).port()).isNotIn(25134, 25135);
            chosen.values().forEach(PortClaim::close);
        }
    }
}
