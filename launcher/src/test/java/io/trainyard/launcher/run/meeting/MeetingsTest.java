package io.trainyard.launcher.run.meeting;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.view.Cause;
import io.trainyard.local.kubelet.process.SeenProcess;
import io.trainyard.local.kubelet.process.TcpConnection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Nobody trains alone in silence. */
@DisplayName("Whether ranks meet (LOCAL-370)")
final class MeetingsTest {
    private static final Map<String, String> NODES = Map.of("default/a", "node-0-0", "default/b", "node-0-1");
    private static final String PORT = "7148";
    private static final int ESTABLISHED = 1;
    private static final int TIME_WAIT = 6;
    private static final int LISTEN = 10;

    private final List<TcpConnection> connections = new ArrayList<>();
    private final Meetings meetings = new Meetings();

    private static SeenProcess process(String pod, long pid, long parent, String rank, Long... sockets) {
        Map<String, String> variables =
                rank.isEmpty() ? Map.of("MASTER_PORT", "29000") : Map.of("MASTER_PORT", "29000", "RANK", rank);
        return new SeenProcess(
                "default/" + pod, pid, parent, variables, Set.of(sockets), Set.of(), !rank.isEmpty(), true);
    }

    /** A process without a rank that trains, as one that was started without a launcher. */
    private static SeenProcess plain(String pod, long pid, Long... sockets) {
        return new SeenProcess("default/" + pod, pid, 1, Map.of(), Set.of(sockets), Set.of(), true, true);
    }

    private static SeenProcess sharing(SeenProcess process, String file) {
        return new SeenProcess(
                process.pod(),
                process.pid(),
                process.parent(),
                process.variables(),
                process.sockets(),
                Set.of(file),
                true,
                true);
    }

    /** A connection of two sockets of this machine; 0 for one that nobody has any more. */
    private void connect(String from, String to, int state, long one, long other) {
        connections.add(new TcpConnection("0100007F:" + from, "0100007F:" + to, state, one));
        connections.add(new TcpConnection("0100007F:" + to, "0100007F:" + from, state, other));
    }

    private Meetings look(SeenProcess... processes) {
        SeenProcess.Look look = new SeenProcess.Look(Arrays.asList(processes), List.copyOf(connections));
        meetings.take(look, NODES);
        meetings.take(look, NODES);
        return meetings;
    }

    @Test
    @DisplayName("Two nodes whose programs never connect train for themselves, and it is said what to type")
    void twoNodesAlone() {
        Cause cause = look(plain("a", 10), plain("b", 20)).cause().orElseThrow();
        assertThat(cause.message())
                .isEqualTo("each of the 2 nodes trained for itself: no rank ever connected to another");
        assertThat(cause.advice()).contains("init_process_group", "ACCELERATE_USE_CPU=true");
    }

    @Test
    @DisplayName("A connection between two ranks is a meeting, whenever it was seen")
    void connectedRanksHaveMet() {
        connect("C001", "C002", ESTABLISHED, 1, 2);
        look(plain("a", 10, 1L), plain("b", 20, 2L));
        connections.clear();
        assertThat(look(plain("a", 10), plain("b", 20)).cause()).isEmpty();
        assertThat(meetings.haveMet()).isTrue();
    }

    @Test
    @DisplayName("What launchers say to each other, and a rank to itself, is no meeting of ranks")
    void launchersDoNotCount() {
        connect("C001", PORT, ESTABLISHED, 1, 2);
        connect("C003", "C004", ESTABLISHED, 3, 4);
        Cause cause = look(
                        process("a", 10, 1, "", 2L),
                        process("a", 11, 10, "0", 3L, 4L),
                        process("b", 20, 1, "", 1L),
                        process("b", 21, 20, "1"))
                .cause()
                .orElseThrow();
        assertThat(cause.message()).startsWith("each of the 2 nodes");
    }

    @Test
    @DisplayName("Before its ranks are there, a launcher that connects is not taken for a rank")
    void launchersAreKnownLater() {
        connect("C001", PORT, ESTABLISHED, 1, 2);
        look(process("a", 10, 1, "", 2L), process("b", 20, 1, "", 1L));
        assertThat(look(process("a", 11, 10, "0"), process("b", 21, 20, "1")).areAlone())
                .isTrue();
    }

    @Test
    @DisplayName("A rank at the port of the group has met the others, also where a launcher of another node serves it")
    void ranksAtThePortHaveMet() {
        connect("C001", PORT, ESTABLISHED, 1, 2);
        assertThat(look(process("a", 10, 1, "", 2L), process("a", 11, 10, "0"), process("b", 21, 20, "1", 1L))
                        .haveMet())
                .isTrue();
    }

    @Test
    @DisplayName("Nodes whose ranks meet only within their node train for themselves")
    void nodesAloneWithRanksThatMeet() {
        connect("C001", "C002", ESTABLISHED, 1, 2);
        assertThat(look(
                                process("a", 11, 10, "0", 1L),
                                process("a", 12, 10, "1", 2L),
                                process("b", 21, 20, "0"),
                                process("b", 22, 20, "1"))
                        .areAlone())
                .isTrue();
    }

    @Test
    @DisplayName("Two processes of one torchrun that each compute alone are told as processes")
    void processesOfOneNodeAlone() {
        Cause cause = look(process("a", 10, 1, ""), process("a", 11, 10, "0"), process("a", 12, 10, "1"))
                .cause()
                .orElseThrow();
        assertThat(cause.message()).startsWith("each of the 2 processes trained for itself");
    }

    @Test
    @DisplayName("Shared memory is a meeting: MPI on one machine uses no TCP")
    void sharedMemoryIsAMeeting() {
        assertThat(look(
                                process("a", 10, 1, ""),
                                sharing(process("a", 11, 10, "0"), "00:18 4711"),
                                sharing(process("a", 12, 10, "1"), "00:18 4711"))
                        .haveMet())
                .isTrue();
    }

    @Test
    @DisplayName("A connection to the group's port that is over is a meeting, unless an earlier run has left it")
    void pastConnectionsCount() {
        connect("C001", PORT, TIME_WAIT, 0, 0);
        assertThat(look(process("a", 11, 10, "0"), process("a", 12, 10, "1")).areAlone())
                .isTrue();
        connect("C005", PORT, TIME_WAIT, 0, 0);
        assertThat(look().haveMet()).isTrue();
    }

    @Test
    @DisplayName(
            "A connection of a launcher whose other end was not found yet may be a rank's, and is a meeting when it is over")
    void otherEndsThatWereMissedCount() {
        connect("C001", PORT, ESTABLISHED, 1, 2);
        look(
                process("a", 10, 1, "", 2L),
                process("a", 11, 10, "0"),
                process("b", 20, 1, ""),
                process("b", 21, 20, "1"));
        connections.clear();
        connections.add(new TcpConnection("0100007F:C001", "0100007F:" + PORT, TIME_WAIT, 0));

        assertThat(look(process("a", 10, 1, ""), process("b", 20, 1, "")).cause())
                .isEmpty();
    }

    @Test
    @DisplayName("Of programs without a framework, of one rank, and of what cannot be seen nothing is said")
    void nothingIsSaidWithoutEvidence() {
        SeenProcess hidden = new SeenProcess("default/b", 20, 1, Map.of("RANK", "1"), Set.of(), Set.of(), false, false);
        assertThat(new MeetingsTest().look(process("a", 11, 10, "0")).cause()).isEmpty();
        assertThat(new MeetingsTest().look(process("a", 11, 10, "0"), hidden).cause())
                .isEmpty();
        assertThat(new MeetingsTest()
                        .look(process("a", 11, 1, ""), process("b", 21, 1, ""))
                        .cause())
                .isEmpty();
    }

    @Test
    @DisplayName("Who holds the port of the group open waits for the nodes that have not come")
    void whoWaitsIsNamed() {
        connections.add(new TcpConnection("0100007F:" + PORT, "00000000:0000", LISTEN, 5));
        look(process("a", 11, 10, "0", 5L));
        assertThat(meetings.waiting(Set.of("node-0-0", "node-0-1")))
                .contains("node-0-0 waits at port 29000 for node-0-1, which has not connected yet");
        connect("C001", PORT, ESTABLISHED, 6, 7);
        look(process("a", 11, 10, "0", 5L, 7L), process("b", 21, 20, "1", 6L));
        assertThat(meetings.waiting(Set.of("node-0-0", "node-0-1"))).isEmpty();
    }
}
