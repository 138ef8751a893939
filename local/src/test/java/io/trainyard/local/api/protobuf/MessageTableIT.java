package io.trainyard.local.api.protobuf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * LOCAL-260: what we know of the messages is what the types of Kubernetes say. Skipped without Go. With {@code -Dgolden.update=true} the table and the
 * examples are written anew.
 */
final class MessageTableIT {
    private static final Path TABLE = Path.of("src/main/resources/io/trainyard/local/api/protobuf/messages.txt");
    private static final Path EXAMPLES = Path.of("src/test/resources/io/trainyard/local/api/protobuf/examples.txt");
    private static final Path SOURCE = Path.of("src/test/go/protobuf/main.go").toAbsolutePath();
    private static final Path GO_MODULE = Path.of("../testcluster/go");

    @TempDir
    private static Path folder;

    private static Path program;

    @BeforeAll
    static void build() throws Exception {
        boolean go = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(path -> Files.isExecutable(Path.of(path, "go")));
        if (!Boolean.getBoolean("testcluster.required")) {
            Assumptions.assumeTrue(go, "no Go on the path");
        }
        program = folder.resolve("protobuf");
        execute(List.of(
                "go", "build", "-mod=readonly", "-buildvcs=false", "-o", program.toString(), SOURCE.toString()));
    }

    private static String execute(List<String> command) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path problems = folder.resolve("problems");
        int code = new ProcessBuilder(command)
                .directory(GO_MODULE.toFile())
                .redirectOutput(out.toFile())
                .redirectError(problems.toFile())
                .start()
                .waitFor();
        assertThat(code).as(Files.readString(problems)).isZero();
        return Files.readString(out);
    }

    private static void assertUpToDate(Path file, String actual) throws IOException {
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(file, actual);
        }
        assertThat(Files.readString(file)).isEqualTo(actual);
    }

    @Test
    @DisplayName("LOCAL-260: the table says what the types of Kubernetes say")
    void theTableIsUpToDate() throws Exception {
        assertUpToDate(TABLE, execute(List.of(program.toString(), "table")));
    }

    @Test
    @DisplayName("LOCAL-260: the examples are what the types of Kubernetes make of them")
    void theExamplesAreUpToDate() throws Exception {
        List<String> command = new ArrayList<>(List.of(program.toString(), "examples"));
        command.addAll(Example.KINDS);
        assertUpToDate(EXAMPLES, execute(command));
    }

    @Test
    @DisplayName("LOCAL-260: objects of all kinds are the same as their JSON")
    void objectsOfAllKindsAreTheSameAsTheirJson() throws Exception {
        List<Example> examples = Example.read(execute(List.of(program.toString(), "examples")));
        assertThat(examples).hasSizeGreaterThan(100);
        for (Example example : examples) {
            assertThat(BodyDecoder.decode(example.protobuf()))
                    .as(example.toString())
                    .contains(example.json());
        }
    }
}
