package io.trainyard.local.kubelet.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class ExecContextTest {
    @Test
    @DisplayName(
            "what exec starts has the variables of a rank, and is neither debugged nor recorded as that rank (LOCAL-170, LOCAL-176)")
    void isNoRank() {
        ExecContext context = new ExecContext(
                List.of("enter"), Map.of("RANK", "0", "TRAINYARD_DEBUG_RANK", "0", "TRAINYARD_PROFILE_RANK", "all"));

        ProcessBuilder program = context.program(List.of("python3", "look.py"));

        assertThat(program.command()).containsExactly("enter", "python3", "look.py");
        assertThat(program.environment()).containsOnly(Map.entry("RANK", "0"));
    }
}
