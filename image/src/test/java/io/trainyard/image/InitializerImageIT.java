package io.trainyard.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Skipped where the build could not make it, unless {@code -Dinitializer.required=true}. */
@DisplayName("The initializer's image, on a file system that cannot be written to, as a user without rights (INIT-89)")
final class InitializerImageIT {
    private static final String NOBODY = "65532";
    private static final int NETWORK = 5;
    private static final Path SCRIPT =
            Path.of("src", "test", "resources", "start.sh").toAbsolutePath();

    @TempDir
    static Path folder;

    private static UnpackedImage image;

    @BeforeAll
    static void unpack() throws IOException, InterruptedException {
        if (!Boolean.getBoolean("initializer.required")) {
            Assumptions.assumeTrue(
                    Files.exists(UnpackedImage.INITIALIZER),
                    "the image was not built: Python or its packages were missing");
        }
        image = UnpackedImage.into(folder, UnpackedImage.INITIALIZER);
    }

    @Test
    @DisplayName("it is named as the runtimes name it, and runs as a number that is not root")
    void itSaysHowItIsStarted() throws IOException {
        assertThat(Files.readString(Path.of("..", "deploy", "runtimes", "torch-with-data.yaml")))
                .contains("image: " + image.name());
        assertThat(image.configuration().at("/User").asText()).isEqualTo(NOBODY + ":" + NOBODY);
    }

    @Test
    @DisplayName("it holds no shell and no installer, and nothing that others than root may write")
    void itHoldsNothingMore() throws IOException {
        assertThat(image.root().resolve("bin")).doesNotExist();
        try (Stream<Path> files = Files.walk(image.root())) {
            List<Path> all = files.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .toList();
            assertThat(all).noneMatch(InitializerImageIT::othersMayWrite);
            assertThat(all).noneMatch(file -> file.toString().contains("/pip/"));
        }
    }

    @Test
    @DisplayName(
            "its bill of materials has every package in its locked version, with a licence, Python, and each library with the hash of its bytes (OPS-91)")
    void itSaysWhatItConsistsOf() throws Exception {
        JsonNode bill = new ObjectMapper()
                .readTree(image.root()
                        .resolve("opt/trainyard/trainyard-initializer.cdx.json")
                        .toFile());
        List<String> locked = Files.readAllLines(Path.of("..", "clients", "initializer", "requirements.txt"));
        Map<String, JsonNode> components = new TreeMap<>();
        bill.get("components")
                .forEach(component -> components.put(component.get("bom-ref").asText(), component));

        List<String> packages = new ArrayList<>();
        try (Stream<Path> files = Files.list(image.root().resolve("opt/trainyard/initializer"))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".dist-info")).toList()) {
                String[] words =
                        file.getFileName().toString().replace(".dist-info", "").split("-");
                packages.add("pkg:pypi/" + words[0].replace('_', '-').replace('.', '-') + "@" + words[1]);
            }
        }
        assertThat(packages).hasSizeGreaterThan(20);
        assertThat(components.keySet().stream().filter(each -> each.startsWith("pkg:")))
                .containsExactlyInAnyOrderElementsOf(packages);
        components.forEach((reference, component) -> {
            if (reference.startsWith("pkg:")) {
                assertThat(locked).as(reference).anyMatch(line -> (line + " ")
                        .startsWith(component.get("name").asText() + "=="
                                + component.get("version").asText() + " "));
                assertThat(component.at("/licenses/0").findValuesAsText("name").stream()
                                .findFirst()
                                .orElse(component.at("/licenses/0/expression").asText()))
                        .as(reference)
                        .isNotEmpty();
            }
        });
        assertThat(components.get("python").get("version").asText()).startsWith("3.");
        assertThat(components)
                .hasKeySatisfying(new org.assertj.core.api.Condition<>(
                        reference -> reference.contains("/libc.so"), "the C library"));
        for (Map.Entry<String, JsonNode> component : components.entrySet()) {
            if (component.getKey().startsWith("/")) {
                byte[] library = Files.readAllBytes(
                        image.root().resolve(component.getKey().substring(1)));
                assertThat(component.getValue().at("/hashes/0/content").asText())
                        .as(component.getKey())
                        .isEqualTo(HexFormat.of()
                                .formatHex(MessageDigest.getInstance("SHA-256").digest(library)));
            }
        }
    }

    @Test
    @DisplayName("it fetches a folder")
    void itFetches(@TempDir Path files) throws IOException, InterruptedException {
        Path inside = Files.createDirectories(files.resolve("files"));
        Files.writeString(inside.resolve("data.csv"), "a,b");

        Result result = run(files, inside, Map.of("STORAGE_URI", "file:///tmp/data.csv", "TARGET_PATH", "/tmp/target"));

        assertThat(result.code()).as(result.output()).isZero();
        assertThat(result.output()).contains("fetched file:///tmp/data.csv to /tmp/target: 1 files, 3 bytes");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "s3://bucket/data, ENDPOINT",
        "gs://bucket/data, STORAGE_EMULATOR_HOST",
        "hf://owner/name, HF_ENDPOINT",
    })
    @DisplayName("the library of each store is there: a store that nobody serves is a failure of the network")
    void itKnowsTheStores(String uri, String endpoint, @TempDir Path files) throws IOException, InterruptedException {
        Path inside = Files.createDirectories(files.resolve("files"));
        Files.writeString(inside.resolve("unused"), "");

        Result result = run(
                files,
                inside,
                Map.of(
                        "STORAGE_URI",
                        uri,
                        endpoint,
                        "http://127.0.0.1:1",
                        "ACCESS_KEY_ID",
                        "testing-key",
                        "SECRET_ACCESS_KEY",
                        "testing-secret",
                        "TARGET_PATH",
                        "/tmp/target",
                        "DOWNLOAD_RETRIES",
                        "0"));

        assertThat(result.code()).as(result.output()).isEqualTo(NETWORK);
        assertThat(result.output()).doesNotContain("Traceback", "testing-secret");
    }

    private static Result run(Path files, Path inside, Map<String, String> variables)
            throws IOException, InterruptedException {
        Path log = files.resolve("log");
        List<String> command = new ArrayList<>(
                List.of("unshare", "-m", "sh", SCRIPT.toString(), image.root().toString(), inside.toString()));
        image.configuration().get("Entrypoint").forEach(word -> command.add(word.asText()));
        command.add("dataset");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        image.configuration().get("Env").forEach(variable -> {
            String[] pair = variable.asText().split("=", 2);
            builder.environment().put(pair[0], pair[1]);
        });
        builder.environment().putAll(variables);
        Process process = builder.start();
        boolean ended = process.waitFor(120, TimeUnit.SECONDS);
        process.destroyForcibly();
        return new Result(ended ? process.exitValue() : -1, Files.readString(log));
    }

    private static boolean othersMayWrite(Path file) {
        try {
            return ((int) Files.getAttribute(file, "unix:mode") & 0022) != 0;
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    /** How a container ended, and what it printed. */
    private record Result(int code, String output) {}
}
