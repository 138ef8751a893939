package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.trainyard.foundation.json.Json;
import io.trainyard.testcluster.browser.Chromium;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The live page of {@code trainyard run}, in a real browser. Leaves pictures in light and dark in {@code target/screenshots}. */
@DisplayName("The live page of a local run (LOCAL-110 to LOCAL-113, OPS-72, OPS-74)")
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class LivePageIT {
    private static final Path EXAMPLES =
            Path.of("..", "examples").toAbsolutePath().normalize();
    private static final Path PICTURES = Path.of("target/screenshots");
    private static final Pattern ADDRESS = Pattern.compile("Live page: (http://127\\.0\\.0\\.1:\\d+/[\\w-]{22}/)");
    private static final Pattern EPOCH = Pattern.compile("epoch (\\d+)/");
    private static final Duration LIMIT = Duration.ofSeconds(180);

    private final Vertx vertx = Vertx.vertx();
    private final List<Process> started = new ArrayList<>();
    private Chromium browser;

    @TempDir
    private Path folder;

    @BeforeAll
    void startBrowser() throws Exception {
        Optional<Path> program = Chromium.program();
        assumeTrue(program.isPresent() || Boolean.getBoolean("browser.required"), "there is no Chromium on the PATH");
        browser = Chromium.start(vertx, program.orElseThrow());
        browser.size(1360, 900);
    }

    @AfterEach
    void endRuns() throws Exception {
        for (Process process : started) {
            process.destroy();
            process.waitFor(30, TimeUnit.SECONDS);
        }
    }

    @AfterAll
    void stopBrowser() throws Exception {
        if (browser != null) {
            browser.close();
        }
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    @DisplayName(
            "while two ranks train it shows both, their logs as they grow, the curve of the loss, and at last how it ended; the terminal shows what it always does")
    void aRunIsWatched() throws Exception {
        // It must not end before the browser has seen all of it, on a slow machine either.
        Run run = start("run", example("--epochs=60", "--epoch-seconds=1.2"), "--follow", "all");
        String address = run.address();
        String job = address + "#/jobs/default/train-python";

        browser.open(job);
        shows("Running", "2 of 2 ready", "train-python-node-0-0-", "train-python-node-0-1-", "2 processes");
        await("both ranks to report").atMost(LIMIT).untilAsserted(() -> assertThat(
                        browser.evaluate(
                                "[...document.querySelectorAll('td')].filter(cell => cell.textContent.endsWith(' ago')).length"))
                .isEqualTo("2"));
        await("a curve beside them").atMost(LIMIT).untilAsserted(() -> assertThat(points())
                .isGreaterThan(3));
        pictures("run");

        open(job + "/logs");
        shows("epoch ");
        int seen = lastEpoch();
        await("more lines").atMost(LIMIT).until(() -> lastEpoch() > seen);
        assertThat(ranksInLog()).contains("0", "1");
        pictures("run-logs");

        open(job + "/metrics");
        shows("loss");
        await("a curve").atMost(LIMIT).untilAsserted(() -> assertThat(points()).isGreaterThan(3));
        int points = points();
        await("more of the curve").atMost(LIMIT).until(() -> points() > points);
        pictures("run-metrics");

        open(job + "/spec");
        shows("PET_NNODES", "plugin torch", "TrainJob", "runtime");
        pictures("run-spec");

        open(job);
        shows("Complete");
        await("the page to know that nothing more will come").atMost(LIMIT).untilAsserted(() -> assertThat(
                        browser.evaluate("document.getElementById('connection').textContent"))
                .isEqualTo("the run has ended"));
        assertThat(run.end()).as(run.out() + run.err()).isZero();
        await("the end of the curve").atMost(LIMIT).untilAsserted(() -> shows("100"));
        pictures("run-ended");
        browser.evaluate("location.hash += '/metrics'");
        await("the whole curve, although the run is over").atMost(LIMIT).untilAsserted(() -> assertThat(points())
                .isGreaterThan(points));

        assertThat(browser.takeProblems()).allMatch(problem -> problem.contains("ERR_CONNECTION"));
        assertThat(browser.requests())
                .allMatch(url -> url.startsWith(address) || url.startsWith("data:") || url.startsWith("about:"));
        assertThat(run.err()).doesNotContain("Exception", "warning");
        assertThat(run.out().lines().filter(line -> line.contains("Live page: ")))
                .hasSize(1);
        assertThat(run.out().lines().filter(line -> line.contains(" | epoch "))).hasSize(120);
        assertThat(run.out())
                .contains("all 2 nodes hold the same weights", "TrainJob train-python: Complete")
                .containsPattern("train-python-node-0-0-\\w+ +Succeeded +0 +0 ");
    }

    @Test
    @DisplayName(
            "only this machine reaches it, and of it only who knows the whole address; the browser of the user gets it with --open")
    void onlyWhoKnowsTheAddressSeesIt() throws Exception {
        Path note = folder.resolve("opened");
        Path fake = Files.writeString(folder.resolve("browser"), "#!/bin/sh\necho \"$1\" > " + note + "\n");
        assertThat(fake.toFile().setExecutable(true)).isTrue();
        Run run = start(
                builder -> builder.environment().put("BROWSER", fake.toString()),
                "run",
                example("--epochs=1000", "--epoch-seconds=0.2"),
                "--open");
        URI address = URI.create(run.address());

        await("the browser").atMost(LIMIT).untilAsserted(() -> assertThat(note).isNotEmptyFile());
        String shown = Files.readString(note).strip();
        assertThat(shown)
                .as("which every user of the machine can read")
                .startsWith("file:///")
                .doesNotContain(address.getPath().replace("/", ""));
        Path shortcut = Path.of(URI.create(shown));
        assertThat(shortcut).content().contains("url=" + address + "\"");
        assertThat(Files.getPosixFilePermissions(shortcut)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(status(address)).isEqualTo(200);
        assertThat(status(address.resolve("api/v1/jobs"))).isEqualTo(200);
        assertThat(status(address.resolve("/"))).isEqualTo(404);
        assertThat(status(address.resolve("/api/v1/jobs"))).isEqualTo(404);
        assertThat(status(address.resolve("/" + "A".repeat(22) + "/api/v1/jobs")))
                .isEqualTo(404);
        for (InetAddress other : addressesOfThisMachine()) {
            Assertions.assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> connect(other, address));
        }
    }

    @Test
    @DisplayName("--no-page leaves nothing of it, and JSON lines stay JSON lines with it")
    void thePageIsSwitchedOff() throws Exception {
        Run without = start("run", example("--epochs=2", "--epoch-seconds=0.5"), "--no-page");
        assertThat(without.end()).isZero();
        assertThat(without.out()).contains("epoch 2/2").doesNotContain("http://");
        assertThat(without.err()).doesNotContain("Exception", "warning");

        Run json = start("run", example("--epochs=3", "--epoch-seconds=0.5"), "-o", "json");
        json.end();
        assertThat(json.out().lines())
                .allSatisfy(line -> assertThat(Json.parse(line)).isNotNull())
                .anySatisfy(line -> assertThat(line).contains("\"phase\":\"Page\"", "Live page: http://127.0.0.1:"));
    }

    private void open(String url) {
        browser.open("about:blank");
        browser.open(url);
    }

    private void shows(String... texts) {
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(browser.evaluate("document.getElementById('main')?.innerText ?? ''"))
                        .contains(texts));
    }

    private void pictures(String name) throws IOException {
        for (boolean dark : List.of(false, true)) {
            browser.dark(dark);
            browser.evaluate(
                    "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 150))))");
            browser.screenshot(PICTURES.resolve(name + (dark ? "-dark" : "-light") + ".png"));
        }
        browser.dark(false);
    }

    private int lastEpoch() {
        Matcher epochs = EPOCH.matcher(browser.evaluate("document.querySelector('.log')?.innerText ?? ''"));
        int last = 0;
        while (epochs.find()) {
            last = Math.max(last, Integer.parseInt(epochs.group(1)));
        }
        return last;
    }

    private String ranksInLog() {
        return browser.evaluate(
                "[...new Set([...document.querySelectorAll('.log .l b')].map(b => b.textContent))].join(' ')");
    }

    /** Points of the curve of the loss that the page has been given. */
    private int points() {
        return Integer.parseInt(
                browser.evaluate("document.querySelector('[aria-label=\"Chart of loss\"]')?.dataset.points ?? '0'"));
    }

    /** The example of the README with other options for its program, which lies beside it: a clone below {@code /tmp} is hidden from programs. */
    private String example(String... options) throws IOException {
        Files.createDirectories(folder.resolve("programs"));
        for (String name : List.of("train_python.py", "trainyard_status.py")) {
            Path program = Path.of("programs", name);
            Files.copy(EXAMPLES.resolve(program), folder.resolve(program), StandardCopyOption.REPLACE_EXISTING);
        }
        String yaml = Files.readString(EXAMPLES.resolve("train-python.yaml")).replaceAll("(?m)^ +- --epoch.*\\n", "");
        for (String option : options) {
            yaml = yaml.stripTrailing() + "\n      - " + option + "\n";
        }
        Path file = Files.createTempFile(folder, "job", ".yaml");
        Files.writeString(file, yaml);
        return file.toString();
    }

    private static int status(URI uri) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    private static void connect(InetAddress other, URI address) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(other, address.getPort()), 2000);
        }
    }

    private static List<InetAddress> addressesOfThisMachine() throws IOException {
        List<InetAddress> addresses = new ArrayList<>();
        for (NetworkInterface card : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            Collections.list(card.getInetAddresses()).stream()
                    .filter(address -> address.isSiteLocalAddress())
                    .forEach(addresses::add);
        }
        return addresses;
    }

    /** A command that runs, and what it has printed. */
    private record Run(Process process, Path outFile, Path errFile) {
        String out() {
            return read(outFile);
        }

        String err() {
            return read(errFile);
        }

        String address() {
            await("the address")
                    .atMost(LIMIT)
                    .until(() -> ADDRESS.matcher(out()).find() || !process.isAlive());
            Matcher address = ADDRESS.matcher(out());
            assertThat(address.find()).as(out() + err()).isTrue();
            return address.group(1);
        }

        int end() throws InterruptedException {
            assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .as(out() + err())
                    .isTrue();
            return process.exitValue();
        }

        private static String read(Path file) {
            try {
                return Files.readString(file);
            } catch (IOException unreadable) {
                throw new IllegalStateException(unreadable);
            }
        }
    }

    private Run start(String... arguments) throws IOException {
        return start(builder -> {}, arguments);
    }

    private Run start(java.util.function.Consumer<ProcessBuilder> further, String... arguments) throws IOException {
        Path out = Files.createTempFile(folder, "out", "");
        Path err = Files.createTempFile(folder, "err", "");
        List<String> command = new ArrayList<>(List.of(Distribution.program().toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        further.accept(builder);
        Process process = builder.start();
        started.add(process);
        return new Run(process, out, err);
    }
}
