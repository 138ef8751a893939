package io.trainyard.launcher.run.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which process of a node wrote a line (LOCAL-211). */
final class RankMarkTest {
    @ParameterizedTest(name = "on node {1} of {2} processes each, rank {3} wrote \"{0}\"")
    @CsvSource({
        "[rank3]: loss 0.5, 1, 2, 3",
        "[default1]:loss 0.5, 1, 2, 3",
        "'[1,3]<stdout>:loss 0.5', 0, 1, 3",
        "'[1,3]<stderr>:loss 0.5', 0, 1, 3",
        "loss 0.5, 3, 1, 3",
        "[default1]:loss 0.5, 0, 0, 1"
    })
    void theRankOfALine(String line, long node, long processes, long rank) {
        RankMark mark = RankMark.of(line);

        assertThat(mark.rankOn(node, processes)).contains(rank);
        assertThat(mark.text()).isEqualTo("loss 0.5");
    }

    @Test
    @DisplayName("a line of a node with several processes that does not say whose it is, is nobody's")
    void nobodyKnows() {
        assertThat(RankMark.of("[2026-01-02] step").rankOn(1, 2)).isEqualTo(Optional.empty());
        assertThat(RankMark.of("[default1]: step").rankOn(1, 0)).isEqualTo(Optional.empty());
    }
}
