package io.trainyard.local.kubelet.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Linux says of a process, as it was recorded. */
@DisplayName("What can be seen of a process (LOCAL-370)")
final class SeenProcessTest {
    private static final String MAPS =
            """
            7f10a0000000-7f10a0021000 rw-p 00000000 00:00 0\s
            7f10c8000000-7f10c8400000 rw-s 00000000 00:18 4711                       /dev/shm/vader_segment.host.1000.5d0b0001.1
            7f10c9000000-7f10c9001000 rw-s 00000000 00:01 8812                       /memfd:group (deleted)
            7f10ca000000-7f10ca001000 rw-s 00000000 00:06 512                        /dev/nvidiactl
            7f10cb000000-7f10cb001000 r--s 00000000 08:01 99                         /data/train set.arrow
            7f10d0000000-7f10d4000000 r-xp 00000000 08:01 1312                       /usr/lib/x86_64-linux-gnu/libtorch_cpu.so.1.13
            """;

    @Test
    @DisplayName("Shared memory is what several may write to, but no device and no file that is only read")
    void sharedMemoryIsWritable() {
        assertThat(SeenProcess.Memory.of(MAPS.lines()).shared()).containsExactlyInAnyOrder("00:18 4711", "00:01 8812");
    }

    @Test
    @DisplayName("A framework is known by its library")
    void frameworksAreKnownByTheirLibraries() {
        assertThat(SeenProcess.Memory.of(MAPS.lines()).trains()).isTrue();
        assertThat(SeenProcess.Memory.of(MAPS.lines().limit(5)).trains()).isFalse();
    }

    @Test
    @DisplayName("The two ends of a connection are told together, also where one socket is of IPv6")
    void bothEndsAreFound() {
        TcpConnection client = TcpConnection.parse(
                        "   3: 0100007F:C6A2 0100007F:7148 01 00000000:00000000 00:00000000 00000000  1000        0 55321 1 0 20 4 30 10 -1")
                .orElseThrow();
        TcpConnection server = TcpConnection.parse(
                        "   1: 0000000000000000FFFF00000100007F:7148 0000000000000000FFFF00000100007F:C6A2 01 00000000:00000000 00:00000000 00000000  1000        0 55330 1 0 20 4 30 10 -1")
                .orElseThrow();
        assertThat(client.otherEnds()).isEqualTo(server.ends());
        assertThat(client.remotePort()).isEqualTo(29000);
        assertThat(client.inode()).isEqualTo(55321);
        assertThat(client.isPast()).isFalse();
    }

    @Test
    @DisplayName("What is over has no process, and the heading is no connection")
    void pastConnectionsAreKnown() {
        assertThat(TcpConnection.parse(
                                "   7: 0100007F:7148 0100007F:C6A4 06 00000000:00000000 03:00000F12 00000000     0        0 0 3 0000000000000000")
                        .orElseThrow()
                        .isPast())
                .isTrue();
        assertThat(
                        TcpConnection.parse(
                                "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode"))
                .isEmpty();
    }

    @Test
    @DisplayName("A run that has no processes shows none")
    void nothingRunsNothingIsSeen(@TempDir Path run) {
        assertThat(SeenProcess.at(run).processes()).isEmpty();
    }
}
