package io.trainyard.testcluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PortRangeTest {

    @Test
    void aRangeReadsAsItIsWritten() {
        assertThat(PortRange.parse(" 21000 - 21999 ")).isEqualTo(new PortRange(21000, 21999));
        assertThat(PortRange.parse(PortRange.DEFAULT.toString())).isEqualTo(PortRange.DEFAULT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "21000", "a-b", "21000-", "21999-21000", "80-1000", "21000-21005", "65000-70000"})
    void aRangeThatCannotBeUsedIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PortRange.parse(text))
                .withMessageContaining("port range");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void chosenPortsAreDifferentAndInTheRange(long seed) {
        PortRange range = new PortRange(20000, 31999);

        assertThat(range.choose(8, new Random(seed)))
                .hasSize(8)
                .doesNotHaveDuplicates()
                .allSatisfy(port -> assertThat(port).isBetween(range.first(), range.last()));
    }

    @Test
    void aPortOnWhichSomebodyListensIsNotChosen() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int taken = socket.getLocalPort();
            PortRange range = new PortRange(taken - 10, taken + 9);

            List<Integer> found = range.choose(1, new Random() {
                @Override
                public int nextInt(int bound) {
                    return 10; // so that the search begins at the port that is taken
                }
            });

            assertThat(found).doesNotContain(taken);
            assertThatIllegalStateException()
                    .isThrownBy(() -> range.choose(20, new Random(1)))
                    .withMessageContaining(range.toString());
        }
    }
}
