package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.cli.cluster.Cluster;
import io.trainyard.launcher.cli.why.JobLookup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("OPS-116: the command report")
final class ReportCommandTest {
    @TempDir
    private Path folder;

    private final RecordingServices services = new RecordingServices();

    @Test
    @DisplayName("writes the file that -o names, and prints its name")
    void file() throws IOException {
        Path file = folder.resolve("bert.html");

        CommandRun run = report("bert", "-n", "team-a", "-o", file.toString());

        assertThat(run).isEqualTo(new CommandRun(0, file + "\n", ""));
        assertThat(Files.readString(file)).isEqualTo("<html>");
        assertThat(services.asked)
                .isEqualTo(new JobLookup.InCluster(
                        new Cluster(Optional.empty(), Optional.empty(), Optional.of("team-a")),
                        false,
                        "bert",
                        Optional.empty()));
    }

    @Test
    @DisplayName("a file that is no report is left alone, unless --force says otherwise (LOCAL-247)")
    void noReport() throws IOException {
        Path file = Files.writeString(folder.resolve("notes.html"), "mine");

        CommandRun run = report("bert", "-n", "team-a", "-o", file.toString());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).isEqualTo(file + " exists and is no report, so it is left alone; --force replaces it\n");
        assertThat(file).hasContent("mine");
        assertThat(report("bert", "-n", "team-a", "-o", file.toString(), "--force")
                        .code())
                .isZero();
        assertThat(file).hasContent("<html>");
        Files.writeString(file, "<head>\n<meta name=\"generator\" content=\"Trainyard report\">");
        assertThat(report("bert", "-n", "team-a", "-o", file.toString()).code()).isZero();
    }

    @Test
    @DisplayName("with -o - prints the file itself")
    void standardOutput() {
        assertThat(report("bert", "-n", "team-a", "-o", "-")).isEqualTo(new CommandRun(0, "<html>\n", ""));
    }

    @Test
    @DisplayName("a file that cannot be written is named, without a stack trace")
    void unwritable() {
        CommandRun run = report(
                "bert",
                "-n",
                "team-a",
                "-o",
                folder.resolve("no/such/folder.html").toString());

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("cannot write", "no/such/folder.html").doesNotContain("\tat ");
    }

    private CommandRun report(String... args) {
        String[] all = new String[args.length + 3];
        all[0] = "report";
        all[1] = "--state";
        all[2] = folder.toString();
        System.arraycopy(args, 0, all, 3, args.length);
        return CommandRun.of(services, all);
    }
}
