package io.trainyard.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.process.PortRange;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RealCluster(kind = ClusterKind.BARE, customResourceDefinitions = "../deploy/crds")
@DisplayName("The image, on a file system that cannot be written to, as a user without rights")
final class ImageIT {
    private static final String NOBODY = "65532";
    private static final String ARCHIVED = "source: shared objects file";

    @TempDir
    static Path folder;

    private static UnpackedImage image;

    @BeforeAll
    static void unpack() throws IOException, InterruptedException {
        image = UnpackedImage.into(folder, UnpackedImage.CONTROLLER);
    }

    @Test
    @DisplayName("it is named as the manifests name it, runs as a number that is not root, and starts the controller")
    void itSaysHowItIsStarted() throws IOException {
        assertThat(Files.readString(Path.of("..", "deploy", "manager", "Kustomization")))
                .contains("newTag: " + image.name().replace("trainyard:", ""));
        assertThat(image.configuration().at("/User").asText()).isEqualTo(NOBODY + ":" + NOBODY);
        assertThat(image.configuration().at("/Cmd/0").asText()).isEqualTo("controller");
    }

    @Test
    @DisplayName("it holds no shell, and nothing that others than root may write")
    void itHoldsNothingMore() throws IOException {
        assertThat(image.root().resolve("bin")).doesNotExist();
        try (Stream<Path> files = Files.walk(image.root())) {
            assertThat(files.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                            .filter(ImageIT::othersMayWrite))
                    .isEmpty();
        }
    }

    @Test
    @DisplayName(
            "it says what it consists of: every jar, Java, every library of the operating system, and the licences (OPS-91, OPS-92)")
    void itSaysWhatItConsistsOf() throws IOException {
        // A build offline makes no list.
        assumeThat(System.getProperty("maven.settings", "")).isNotEqualTo("offline: true");
        Path home = image.root().resolve("opt/trainyard");
        JsonNode bill =
                new ObjectMapper().readTree(home.resolve("trainyard.cdx.json").toFile());
        List<String> names = new ArrayList<>();
        bill.at("/components")
                .forEach(component -> names.add(component.at("/name").asText()));

        try (Stream<Path> jars = Files.list(home.resolve("lib"))) {
            assertThat(jars.map(jar -> jar.getFileName().toString())
                            .filter(jar -> jar.endsWith(".jar") && !jar.equals("launcher.jar")))
                    .isNotEmpty()
                    .allMatch(jar -> names.stream().anyMatch(name -> jar.startsWith(name + "-")), "listed");
        }
        try (Stream<Path> files = Files.walk(image.root())) {
            assertThat(files.filter(file -> file.getFileName().toString().contains(".so"))
                            .filter(file -> !file.startsWith(image.root().resolve("opt")))
                            .map(file -> "/" + image.root().relativize(file)))
                    .isNotEmpty()
                    .isSubsetOf(names);
        }
        assertThat(names).contains("openjdk");
        assertThat(home.resolve("THIRD-PARTY.txt")).content().contains("ch.qos.logback:logback-core");
        assertThat(home.resolve("LICENSE")).exists();
    }

    @Test
    @DisplayName("its archive of classes fits its Java and its jars")
    void theArchiveFits(@TempDir Path files) throws IOException, InterruptedException {
        Path log = files.resolve("log");
        Path empty = Files.createDirectories(files.resolve("files"));
        Files.writeString(empty.resolve("unused"), "");

        Process process = image.start(empty, log, List.of(image.archiveIsAMust()), "version");

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
        assertThat(Files.readString(log)).startsWith("trainyard ");
    }

    @Test
    @DisplayName("the controller becomes ready on a real API server, logs nothing but JSON, and ends in good order")
    void theControllerRuns(TestCluster cluster, @TempDir Path files) throws IOException, InterruptedException {
        List<Integer> ports = PortRange.DEFAULT.choose(3, new Random());
        Path inside = forAController(cluster, files, ports);
        Path log = files.resolve("log");
        long begin = System.nanoTime();

        Process process = startController(inside, log, List.of());

        try {
            await().pollInterval(Duration.ofMillis(20))
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> isReady(process, ports.get(0), log));
            System.out.printf("image: ready after %d ms%n", (System.nanoTime() - begin) / 1_000_000);
            assertThat(Files.readString(Path.of("/proc", String.valueOf(process.pid()), "status")))
                    .containsPattern("Uid:\\s+" + NOBODY + "\\s+" + NOBODY)
                    .containsPattern("CapEff:\\s+0+\\n");
        } finally {
            process.destroy();
        }
        assertThat(process.waitFor(40, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
        assertThat(Files.readAllLines(log)).isNotEmpty().allSatisfy(line -> assertThat(line)
                .startsWith("{"));
    }

    @Test
    @DisplayName("nine of ten classes that a controller loads until it leads come from the archive")
    void theArchiveHoldsWhatAStartNeeds(TestCluster cluster, @TempDir Path files)
            throws IOException, InterruptedException {
        Path inside = forAController(cluster, files, PortRange.DEFAULT.choose(3, new Random()));
        Path log = files.resolve("log");

        Process process = startController(inside, log, List.of("-Xlog:class+load"));

        try {
            await().atMost(Duration.ofSeconds(90)).until(() -> {
                assertThat(process.isAlive()).isTrue();
                return Files.readString(log).contains("starting to reconcile");
            });
        } finally {
            process.destroy();
            process.waitFor(40, TimeUnit.SECONDS);
        }
        List<String> named = Files.readAllLines(log).stream()
                .filter(line ->
                        line.contains("source: file:") || line.contains("source: jrt:") || line.contains(ARCHIVED))
                .toList();
        long archived = named.stream().filter(line -> line.contains(ARCHIVED)).count();
        System.out.printf("image: %d of %d classes come from the archive%n", archived, named.size());
        assertThat(archived * 10).isGreaterThan(named.size() * 9L);
    }

    /** What a Pod would mount: a configuration with these ports for probes, metrics and webhooks, and a way to the cluster. */
    private static Path forAController(TestCluster cluster, Path files, List<Integer> ports) throws IOException {
        // For the Lease and the certificates.
        cluster.adminClient()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("kubeflow-system")
                        .endMetadata()
                        .build())
                .serverSideApply();
        Path inside = Files.createDirectories(files.resolve("files"));
        Files.writeString(
                inside.resolve("configuration.yaml"),
                """
                apiVersion: config.trainer.kubeflow.org/v1alpha1
                kind: Configuration
                leaderElection: {leaderElect: true}
                health: {healthProbeBindAddress: "127.0.0.1:%d"}
                metrics: {bindAddress: "127.0.0.1:%d"}
                webhook: {port: %d}
                """
                        .formatted(ports.get(0), ports.get(1), ports.get(2)));
        Files.copy(cluster.kubeconfig(), inside.resolve("kubeconfig"));
        return inside;
    }

    private static Process startController(Path inside, Path log, List<String> javaOptions) throws IOException {
        return image.start(
                inside,
                log,
                javaOptions,
                "controller",
                "--config=/tmp/configuration.yaml",
                "--kubeconfig=/tmp/kubeconfig");
    }

    private static boolean isReady(Process process, int port, Path log) throws IOException {
        if (!process.isAlive()) {
            throw new IllegalStateException("the controller ended: " + Files.readString(log));
        }
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + port + "/readyz").toURL().openConnection();
        try {
            return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException notYet) {
            return false;
        } finally {
            connection.disconnect();
        }
    }

    private static boolean othersMayWrite(Path file) {
        try {
            return ((int) Files.getAttribute(file, "unix:mode") & 0022) != 0;
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }
}
