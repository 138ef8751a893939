package io.trainyard.launcher.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A variable that somebody meant, where no shell reads it (LOCAL-322)")
final class MeantVariablesTest {
    @ParameterizedTest
    @ValueSource(strings = {"$MASTER_ADDR", "$(PET_NODE_RANK)", "${RANK}", "$WORLD_SIZE", "$LOCAL_RANK"})
    @DisplayName("is pointed out, with the way to get its value")
    void isPointedOut(String reference) {
        assertThat(MeantVariables.note(List.of("python", "train.py", "--at=" + reference + ":1")))
                .contains("note: the program gets " + reference
                        + " as it is typed; a shell puts the value in: trainyard launch -- sh -c 'COMMAND'");
    }

    @Test
    @DisplayName("is none in the script of a shell, in other dollars and in other names")
    void isNone() {
        assertThat(MeantVariables.note(List.of("sh", "-c", "exec python train.py $MASTER_ADDR")))
                .isEmpty();
        assertThat(MeantVariables.note(List.of("a", "pa$$word", "$HOME", "$RANKED", "$(X)", "MASTER_ADDR")))
                .isEmpty();
        assertThat(MeantVariables.note(List.of())).isEmpty();
    }
}
