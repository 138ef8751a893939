package io.trainyard.launcher.run.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Lines that several ranks write at the same time (LOCAL-210). */
final class AlikeLinesTest {
    @Test
    @DisplayName("a line that all write is told once, with all of them; what differs stays with its own")
    void onceForAll() {
        assertThat(merged(
                        List.of("start", "shard 0", "epoch 1"),
                        List.of("start", "shard 1", "epoch 1"),
                        List.of("start", "shard 2", "epoch 1")))
                .containsExactly("[0, 1, 2] start", "[0] shard 0", "[1] shard 1", "[2] shard 2", "[0, 1, 2] epoch 1");
    }

    @Test
    @DisplayName("who says more than the others does not keep their lines apart")
    void oneThatSaysMore() {
        assertThat(merged(List.of("a", "only the first says this", "b"), List.of("a", "b")))
                .containsExactly("[0, 1] a", "[0] only the first says this", "[0, 1] b");
    }

    @Test
    @DisplayName("a line that one source repeats is told as often")
    void repeatedLines() {
        assertThat(merged(List.of("", "x", ""), List.of("", ""))).containsExactly("[0, 1] ", "[0] x", "[0, 1] ");
    }

    @Test
    @DisplayName("lines in another order are told in the order of each source")
    void anotherOrder() {
        assertThat(merged(List.of("a", "b"), List.of("b", "a"))).containsExactly("[0] a", "[0, 1] b", "[1] a");
    }

    @Property(tries = 300, seed = "20260101")
    void noLineIsLeftOutAndEachSourceKeepsItsOrder(@ForAll("sources") List<List<String>> written) {
        List<AlikeLines.Line> told = AlikeLines.merge(written);

        for (int i = 0; i < written.size(); i++) {
            int source = i;
            assertThat(told.stream()
                            .filter(line -> line.sources().contains(source))
                            .map(AlikeLines.Line::text))
                    .containsExactlyElementsOf(written.get(i));
        }
    }

    @Provide
    Arbitrary<List<List<String>>> sources() {
        return Arbitraries.of("a", "b", "c", "").list().ofMaxSize(6).list().ofMaxSize(4);
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // only read
    private static Stream<String> merged(List<String>... written) {
        return AlikeLines.merge(List.of(written)).stream().map(line -> line.sources() + " " + line.text());
    }
}
