package io.trainyard.launcher.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The kubeconfig that is the user's own (LOCAL-158)")
final class UserKubeconfigTest {
    @TempDir
    private Path folder;

    private Path file(String name) throws IOException {
        return Files.createFile(folder.resolve(name));
    }

    private Path chosen(String... named) {
        return UserKubeconfig.of(
                Map.of("HOME", folder.toString(), "KUBECONFIG", String.join(File.pathSeparator, named)));
    }

    @Test
    @DisplayName("is the one that is named, also behind a variable that was empty")
    void behindAnEmptyVariable() throws IOException {
        String one = file("one").toString();

        assertThat(chosen(one)).isEqualTo(folder.resolve("one"));
        assertThat(chosen("", one)).isEqualTo(folder.resolve("one"));
        assertThat(chosen(one, "")).isEqualTo(folder.resolve("one"));
    }

    @Test
    @DisplayName("is of several the first that exists, else the last, as kubectl has it")
    void ofSeveral() throws IOException {
        String away = folder.resolve("away").toString();
        String gone = folder.resolve("gone").toString();

        assertThat(chosen(away, file("two").toString(), file("three").toString()))
                .isEqualTo(folder.resolve("two"));
        assertThat(chosen(away, gone)).isEqualTo(folder.resolve("gone"));
    }

    @Test
    @DisplayName("is that of the home folder where none is named: of the one that shells and kubectl take")
    void ofTheHomeFolder() {
        Path usual = folder.resolve(".kube").resolve("config");

        assertThat(UserKubeconfig.of(Map.of("HOME", folder.toString()))).isEqualTo(usual);
        assertThat(chosen()).isEqualTo(usual);
        assertThat(chosen("", "")).isEqualTo(usual);
    }

    @Test
    @DisplayName("is that of the home folder that the system knows where HOME is not set, or empty")
    void withoutHome() {
        Path usual = Path.of(System.getProperty("user.home"), ".kube", "config").toAbsolutePath();

        assertThat(UserKubeconfig.of(Map.of())).isEqualTo(usual);
        assertThat(UserKubeconfig.of(Map.of("HOME", ""))).isEqualTo(usual);
    }
}
