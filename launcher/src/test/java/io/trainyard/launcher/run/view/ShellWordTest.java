package io.trainyard.launcher.run.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Words of command lines that somebody is to type (LOCAL-236)")
final class ShellWordTest {
    @DisplayName("are for a shell what they are")
    @ParameterizedTest
    @ValueSource(
            strings = {"/home/me/my project/x", "it's", "$HOME", "a\nb", "", "-x", "*", "a;b", "plain/path-1.yaml"})
    void forAShell(String text) throws Exception {
        Process shell = new ProcessBuilder("sh", "-c", "printf '%s|' " + ShellWord.of(text)).start();

        assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(text + "|");
    }

    @DisplayName("stay as they are where they need no quotes")
    @ParameterizedTest
    @ValueSource(strings = {"train.yaml", "/home/me/.trainyard/service/kubeconfig", "../job.yaml"})
    void withoutQuotes(String text) {
        assertThat(ShellWord.of(text)).isEqualTo(text);
    }
}
