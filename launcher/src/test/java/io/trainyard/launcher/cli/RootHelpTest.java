package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.cli.process.Environment;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The stored text follows the commands; {@code mvn test -pl launcher -am -Dtest=RootHelpTest -Dhelp.update=true} writes it. */
@DisplayName("The help of the program itself (LOCAL-217)")
final class RootHelpTest {
    private static final Path STORED = Path.of("src/main/resources/io/trainyard/launcher/cli/help.txt");

    @Test
    @DisplayName("is stored as picocli makes it of the commands; write it down with -Dhelp.update=true")
    void theStoredTextIsWhatPicocliMakes() throws IOException {
        String made = commandLine().help(RootHelp.WIDTH);
        if (Boolean.getBoolean("help.update")) {
            Files.writeString(STORED, made);
        }

        assertThat(Files.readString(STORED)).isEqualTo(made);
    }

    @Test
    @DisplayName("is the same text in a pipe and with no command at all")
    void itIsShownWithoutACommandToo() {
        RecordingServices services = new RecordingServices();

        assertThat(CommandRun.of(services, "--help")).isEqualTo(new CommandRun(0, RootHelp.text(), ""));
        assertThat(CommandRun.of(services, "-h")).isEqualTo(new CommandRun(0, RootHelp.text(), ""));
        assertThat(CommandRun.of(services)).isEqualTo(new CommandRun(0, RootHelp.text(), ""));
    }

    @Test
    @DisplayName("is laid out anew for a terminal that is narrower")
    void aNarrowTerminalGetsShorterLines() {
        assertThat(commandLine().help(60).lines().filter(line -> line.startsWith("Trains models")))
                .singleElement()
                .satisfies(line -> assertThat(line).hasSizeLessThanOrEqualTo(60));
    }

    private static TrainyardCommandLine commandLine() {
        Environment environment = new Environment(
                InputStream.nullInputStream(),
                new PrintWriter(Writer.nullWriter()),
                new PrintWriter(Writer.nullWriter()),
                Map.of(),
                Optional.empty());
        return new TrainyardCommandLine(environment, new RecordingServices());
    }
}
