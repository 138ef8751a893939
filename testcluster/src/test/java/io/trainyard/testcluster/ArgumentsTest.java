package io.trainyard.testcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.trainyard.testcluster.process.PortRange;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ArgumentsTest {

    private static final Path DEFAULT = Path.of("/tmp/default");

    @Test
    void withoutOptionsAFullClusterIsStartedInTheDefaultFolder() {
        assertThat(parse("up")).isEqualTo(new Arguments(Arguments.Command.UP, DEFAULT, Options.full()));
    }

    @Test
    void everyOptionIsHeard() {
        assertThat(parse(
                        "up",
                        "--bare",
                        "--audit",
                        "--service-accounts",
                        "--nodes",
                        "7",
                        "--ports",
                        "21000-21999",
                        "--crds",
                        "/a",
                        "--crds",
                        "/b",
                        "--run",
                        "/run-here"))
                .isEqualTo(new Arguments(
                        Arguments.Command.UP,
                        Path.of("/run-here"),
                        Options.bare()
                                .withAudit(true)
                                .withServiceAccounts(true)
                                .withNodes(7)
                                .withPorts(new PortRange(21000, 21999))
                                .withCustomResourceDefinitions(Path.of("/a"), Path.of("/b"))));
    }

    @Test
    void theRunFolderComesFromTheOptionThenFromTheEnvironment() {
        Map<String, String> environment = Map.of("TRAINYARD_TESTCLUSTER_RUN", "/from-environment");

        assertThat(Arguments.parse(List.of("down"), environment, DEFAULT).runFolder())
                .isEqualTo(Path.of("/from-environment"));
        assertThat(Arguments.parse(List.of("down", "--run", "/x"), environment, DEFAULT)
                        .runFolder())
                .isEqualTo(Path.of("/x"));
    }

    @ParameterizedTest
    @CsvSource({
        "'', up or down",
        "sideways, 'not ''sideways'''",
        "up --fast, --fast",
        "up --nodes, --nodes needs a value",
        "up --nodes many, 'not ''many'''",
        "up --ports 1, port range",
        "down --bare, --bare"
    })
    void aWordThatMakesNoSenseIsNamed(String words, String named) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(words.isEmpty() ? new String[0] : words.split(" ", -1)))
                .withMessageContaining(named);
    }

    private static Arguments parse(String... words) {
        return Arguments.parse(List.of(words), Map.of(), DEFAULT);
    }
}
