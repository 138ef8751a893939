package io.trainyard.local.kubelet.naming;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** LOCAL-73. */
final class PortMapTest {
    private final PortMap map = new PortMap();
    private final List<Integer> givenUp = new ArrayList<>();

    private PortClaim claim(int port) {
        return new PortClaim(port, () -> givenUp.add(port));
    }

    @Test
    void ofTwoPodsThatDecideAtTheSameTimeTheFirstCountsForTheWholeGroup() {
        map.join("job", "a");
        map.join("job", "b");

        assertThat(map.decide("job", Map.of(29500, claim(21000)))).containsExactly(Map.entry(29500, 21000));
        assertThat(map.decide("job", Map.of(29500, claim(22000)))).isEmpty();

        assertThat(map.ports("job")).containsExactly(Map.entry(29500, 21000));
        assertThat(map.undecided("job", Set.of(29500, 29501))).containsExactly(29501);
        assertThat(givenUp).as("the claim of the second").containsExactly(22000);
    }

    @Test
    void theDecisionsOfAGroupEndWithItsLastPod() {
        map.join("job", "a");
        map.join("job", "b");
        map.decide("job", Map.of(29500, claim(21000)));

        map.leave("job", "a");
        assertThat(map.ports("job")).isNotEmpty();
        assertThat(givenUp).isEmpty();
        map.leave("job", "b");

        assertThat(map.ports("job")).isEmpty();
        assertThat(givenUp).containsExactly(21000);
    }

    @Test
    void aChoiceThatComesAfterTheLastPodHasLeftIsGivenUp() {
        map.join("job", "a");
        map.leave("job", "a");

        assertThat(map.decide("job", Map.of(29500, claim(21000)))).isEmpty();

        assertThat(givenUp).containsExactly(21000);
    }

    @Test
    void allPortsAreGivenUpAtTheEnd() {
        map.join("one", "a");
        map.join("two", "b");
        map.decide("one", Map.of(29500, claim(21000)));
        map.decide("two", Map.of(29500, claim(22000)));

        map.close();

        assertThat(givenUp).containsExactlyInAnyOrder(21000, 22000);
    }
}
