package io.trainyard.local.kubelet.naming;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** LOCAL-73. */
final class PortMapTest {
    private final PortMap map = new PortMap();

    @Test
    void ofTwoPodsThatDecideAtTheSameTimeTheFirstCountsForTheWholeGroup() {
        map.join("job", "a");
        map.join("job", "b");

        assertThat(map.decide("job", Map.of(29500, 41000))).containsExactly(Map.entry(29500, 41000));
        assertThat(map.decide("job", Map.of(29500, 42000))).isEmpty();

        assertThat(map.ports("job")).containsExactly(Map.entry(29500, 41000));
        assertThat(map.undecided("job", Set.of(29500, 29501))).containsExactly(29501);
        assertThat(map.takenByOthers("other")).containsExactly(41000);
    }

    @Test
    void theDecisionsOfAGroupEndWithItsLastPod() {
        map.join("job", "a");
        map.join("job", "b");
        map.decide("job", Map.of(29500, 41000));

        map.leave("job", "a");
        assertThat(map.ports("job")).isNotEmpty();
        map.leave("job", "b");

        assertThat(map.ports("job")).isEmpty();
        assertThat(map.takenByOthers("other")).isEmpty();
    }
}
