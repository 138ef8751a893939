package io.trainyard.local.kubelet.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Who belongs to a container, where numbers of processes are used again (LOCAL-81)")
final class ProcessTreeTest {
    private static final long KUBELET = 1;
    private static final long MAIN = 5;
    private static final long CHILD = 7;
    private static final long GRANDCHILD = 8;

    private final PlayedProcesses machine = new PlayedProcesses();
    private final ProcessHandle main = machine.start(MAIN, KUBELET);

    @Test
    @DisplayName("descendants that were noted down are killed, also when their parents have ended meanwhile")
    void whatWasNotedDownIsKilled() {
        machine.start(CHILD, MAIN);
        ProcessHandle grandchild = machine.start(GRANDCHILD, CHILD);
        Set<ProcessHandle> recorded = ProcessTree.descendants(main);
        machine.end(CHILD);
        machine.end(MAIN);

        ProcessTree.kill(recorded);

        assertThat(recorded).hasSize(2);
        assertThat(grandchild.isAlive()).isFalse();
    }

    @Test
    @DisplayName("a stranger that has got the number of one of them within the grace period lives on")
    void aStrangerWithTheNumberLivesOn() {
        ProcessHandle child = machine.start(CHILD, MAIN);
        Set<ProcessHandle> recorded = ProcessTree.descendants(main);
        machine.end(CHILD);
        ProcessHandle stranger = machine.start(CHILD, KUBELET);

        ProcessTree.kill(recorded);

        assertThat(recorded).containsExactly(child);
        assertThat(stranger.isAlive()).isTrue();
    }

    @Test
    @DisplayName("children of a stranger that has got the number of the main program are none of the container")
    void childrenOfAStrangerAreNone() {
        machine.end(MAIN);
        machine.start(MAIN, KUBELET);
        machine.start(CHILD, MAIN);

        assertThat(ProcessTree.descendants(main)).isEmpty();
    }
}
