package io.trainyard.launcher.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("What a terminal shows of texts of others (LOCAL-252)")
final class TerminalTextTest {
    private static final String ESCAPE = "\u001b";
    private static final String BELL = "\u0007";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[2J",
                "[1;1H",
                "[3A",
                "[?1049h",
                "[0 q",
                "[",
                "[12;",
                "]0;title\u0007",
                "]52;c;Y3VybCBldmlsIHwgc2g=\u001b\\",
                "]8;;http://evil.example\u0007",
                "Pq#0\u001b\\",
                "_private\u009c",
                "c",
                "(0",
                "7",
                ""
            })
    @DisplayName("no text moves the cursor, sets a title, makes a link or writes to the clipboard")
    void sequences(String sequence) {
        String text = "a" + ESCAPE + sequence + (sequence.isEmpty() || sequence.startsWith("[1") ? "\n" : "") + "\nb";

        assertThat(TerminalText.plain(text)).matches("a\\n+b");
        assertThat(TerminalText.colored(text)).isEqualTo(TerminalText.plain(text));
    }

    @Test
    @DisplayName(
            "characters that a terminal acts on are left out, as those that change the order of others; other letters stay")
    void characters() {
        assertThat(TerminalText.plain("a\u0000\u0008\u007f\u009b2J\u0090x\u009c\r\n\tb \u202Etxt.exe\u2066 é 漢字 😀"))
                .isEqualTo("a\n\tb txt.exe é 漢字 😀");
    }

    @Test
    @DisplayName("colours may stay, and end with their text")
    void colors() {
        String red = ESCAPE + "[1;31m";
        String reset = ESCAPE + "[0m";

        assertThat(TerminalText.colored(red + "a" + reset + "b")).isEqualTo(red + "a" + reset + "b");
        assertThat(TerminalText.colored(red + "a" + ESCAPE + "[2K")).isEqualTo(red + "a" + reset);
        assertThat(TerminalText.colored(red + "a" + ESCAPE + "[m")).isEqualTo(red + "a" + ESCAPE + "[m");
        assertThat(TerminalText.plain(red + "a")).isEqualTo("a");
    }

    @Test
    @DisplayName("long ones take no time to speak of")
    void longTexts() {
        for (String piece : List.of(ESCAPE + "]", ESCAPE + "[", ESCAPE, "\u009d", BELL, ESCAPE + "[1")) {
            assertTimeoutPreemptively(
                    Duration.ofSeconds(20),
                    () -> TerminalText.colored(piece.repeat(1_000_000) + "x".repeat(1_000_000)));
        }
    }
}
