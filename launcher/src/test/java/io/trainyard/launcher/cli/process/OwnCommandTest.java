package io.trainyard.launcher.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What goes on in the background is started with the same words")
final class OwnCommandTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    @DisplayName("also with empty ones, wherever they stand")
    void emptyWords() {
        assertThat(OwnCommand.words(bytes("java\0-jar\0x.jar\0--name\0\0--tag\0\0")))
                .containsExactly("java", "-jar", "x.jar", "--name", "", "--tag", "");
    }

    @Test
    @DisplayName("also where one is no text in the encoding of the system")
    void otherBytes() {
        assertThat(OwnCommand.words(bytes("java\0run\0tr\u00e4in.py\0")))
                .hasSize(3)
                .startsWith("java", "run");
    }
}
