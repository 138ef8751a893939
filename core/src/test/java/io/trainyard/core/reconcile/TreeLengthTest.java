package io.trainyard.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("TreeLength: how large a tree is, without writing it (PIPE-16b)")
final class TreeLengthTest {
    @Test
    @DisplayName("names and texts count wherever they lie, all else counts a little")
    void characters() {
        assertThat(TreeLength.of(null)).isBetween(1L, 10L);
        assertThat(TreeLength.of(Map.of("name", List.of("x".repeat(1000), Map.of("y".repeat(100), 7)))))
                .isBetween(1104L, 1150L);
    }
}
