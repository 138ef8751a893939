package io.trainyard.launcher.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.run.progress.ContainerSnapshot;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A command ends with the code of its program, or with one that says that it did not begin (LOCAL-352)")
final class ProgramExitTest {
    private static Optional<ContainerSnapshot> ended(int code, String reason, String message) {
        return Optional.of(new ContainerSnapshot(
                "node", false, ContainerSnapshot.State.ENDED, reason, message, Optional.of(code), 0, ""));
    }

    @Test
    @DisplayName("of one program it is the program's, of a group that of the process that failed first")
    void thatOfTheProgram() {
        assertThat(ProgramExit.code(ended(7, "Error", ""), Optional.empty())).isEqualTo(7);
        assertThat(ProgramExit.code(ended(137, "Error", ""), Optional.empty())).isEqualTo(137);
        assertThat(ProgramExit.code(ended(1, "Error", ""), Optional.of(42))).isEqualTo(42);
        assertThat(ProgramExit.code(ended(1, "Error", ""), Optional.of(0)))
                .as("not known")
                .isEqualTo(1);
    }

    @Test
    @DisplayName("what does not begin ends as in a shell, and what fails without a program as docker does")
    void whatDoesNotBegin() {
        assertThat(ProgramExit.code(ended(128, "StartError", "exec: \"x\": no such file"), Optional.empty()))
                .isEqualTo(127);
        assertThat(ProgramExit.code(
                        ended(128, "StartError", "exec: \"x\": not a program that may be run"), Optional.empty()))
                .isEqualTo(126);
        assertThat(ProgramExit.code(ended(128, "StartError", "the working folder /x does not exist"), Optional.empty()))
                .isEqualTo(125);
        assertThat(ProgramExit.code(Optional.empty(), Optional.empty())).isEqualTo(125);
    }
}
