package io.trainyard.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The image's Java")
final class JavaRuntimeIT {
    /** The one that runs this test, and the one that is taken. */
    static Stream<JavaRuntime> installed() throws Exception {
        return Stream.of(
                        JavaRuntime.at(Path.of(System.getProperty("java.home"))).orElseThrow(), JavaRuntime.newest())
                .distinct();
    }

    @ParameterizedTest(name = "of {0}")
    @MethodSource("installed")
    @DisplayName("has random numbers, and every security provider that it names")
    void nothingIsMissing(JavaRuntime java, @TempDir Path folder) throws Exception {
        RootFolder root = new RootFolder(folder);
        java.linkInto(root, new JavaOptions(java.release()));

        String output = Command.run(
                Path.of("target", "test-classes"),
                List.of(
                        root.at(RootFolder.JAVA + "/bin/java").toAbsolutePath().toString(),
                        "-cp",
                        ".",
                        Needs.class.getName()));

        Path security = root.at(RootFolder.JAVA + "/conf/security/java.security");
        try (Stream<String> lines = Files.lines(security)) {
            long named = lines.filter(line -> line.matches("security\\.provider\\.\\d+=.+"))
                    .count();
            assertThat(output.strip()).isEqualTo("random " + named);
        }
    }

    /** Runs in the linked Java. */
    static final class Needs {
        private Needs() {}

        public static void main(String[] arguments) {
            RandomGenerator.getDefault().nextInt();
            System.out.println("random " + Security.getProviders().length);
        }
    }
}
