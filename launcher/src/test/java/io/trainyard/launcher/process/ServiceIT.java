package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.testcluster.TestCluster;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("trainyard up and down, as a user meets them (LOCAL-150 to LOCAL-161)")
final class ServiceIT {
    private static final Duration LIMIT = Duration.ofSeconds(180);

    @TempDir
    private Path folder;

    private TerminalSession user;

    @BeforeEach
    void begin() {
        user = new TerminalSession(folder);
    }

    @AfterEach
    void stopAll() throws Exception {
        user.types("down", "--now");
    }

    @Test
    @DisplayName(
            "kubectl works on it, and commands find its jobs by name; down and up, and kill -9 and up, go on with the same objects (LOCAL-150 to LOCAL-153, LOCAL-155 to LOCAL-161, LOCAL-180, LOCAL-185, LOCAL-186)")
    void aClusterThatStays() throws Exception {
        requireKubectl();
        TerminalSession.Seen first = user.types("up");
        assertThat(first.code()).as(first.text()).isZero();
        String server = Tree.text(status(), "server");
        assertThat(first.out()).contains(server, "KUBECONFIG=" + kubeconfig());
        assertOnlyTheOwnerGetsIn(server);

        TerminalSession.Seen again = user.types("up", "--kubeconfig-out", "mine.config");
        assertThat(again.code()).as(again.text()).isZero();
        assertThat(again.out()).contains("is up already", server);
        assertThat(folder.resolve("mine.config")).hasSameBinaryContentAs(kubeconfig());

        assertThat(kubectl("get", "clustertrainingruntimes")).contains("torch-distributed", "plain-distributed");
        assertThat(kubectl("-n", "kubeflow-system", "get", "cm", "kubeflow-trainer-public", "-o", "yaml"))
                .contains("kubeflow_trainer_version: v2.");
        kubectl("apply", "-f", user.job("long", 1, "sh", "-c", "echo begun; touch \"$PWD/ran\"; exec sleep 613"));
        awaitRunning();
        assertThat(kubectl("logs", "job/long-node-0")).contains("begun");
        assertThat(folder.resolve("ran"))
                .as("it came from no file of this folder")
                .doesNotExist();
        assertThat(user.types("status").out()).contains("service  Up", "default/long", "Running", "begun");
        assertJobsAreFound();
        String identity = kubectl("get", "trainjob", "long", "-o", IDENTITY);

        TerminalSession.Seen beside = user.types("run", user.job("beside", 1, "sh", "-c", "echo besides; touch here"));
        assertThat(beside.code()).as(beside.text()).isZero();
        assertThat(beside.out()).contains("| besides", "TrainJob beside: Complete");
        assertThat(kubectl("get", "trainjobs")).as("LOCAL-160").doesNotContain("beside");
        assertThat(folder.resolve("here"))
                .as("it came from a file of this folder")
                .exists();

        TerminalSession.Seen down = user.types("down");
        assertThat(down.code()).as(down.text()).isZero();
        assertThat(running("sleep 613")).isEmpty();
        assertThat(user.types("down").out()).contains("no service is up");

        assertThat(user.types("up").code()).isZero();
        assertThat(Tree.text(status(), "server"))
                .as("LOCAL-150: the same address")
                .isEqualTo(server);
        assertThat(kubectl("get", "trainjob", "long", "-o", IDENTITY)).isEqualTo(identity);
        awaitRunning();

        ProcessHandle.of(pid()).orElseThrow().destroyForcibly();
        await("the guard has ended the program").atMost(LIMIT).until(() -> running("sleep 613")
                .isEmpty());
        assertThat(user.types("status").out()).contains("service  Down  its process is gone");
        assertThat(user.types("up", "--restarts", "0").code()).isZero();
        assertThat(kubectl("get", "trainjob", "long", "-o", IDENTITY)).isEqualTo(identity);
        awaitRunning();
        assertAFailureIsFollowed();
        assertJobsAreStoppedAndScaled();

        assertThat(user.types("down", "--delete").out()).contains("removed");
        assertThat(folder.resolve(".trainyard/service")).doesNotExist();
    }

    /** While the job long runs. */
    private void assertJobsAreFound() throws Exception {
        String pod = kubectl("get", "pods", "-o", "jsonpath={.items[0].metadata.name}");
        assertThat(kubectl("exec", pod, "--", "sh", "-c", "echo in $HOSTNAME"))
                .as("LOCAL-180")
                .isEqualTo("in " + pod.substring(0, pod.lastIndexOf('-')) + "\n");

        TerminalSession.Seen inside = user.types("exec", "long", "--", "sh", "-c", "echo in $HOSTNAME; exit 5");
        assertThat(inside.code()).as(inside.text()).isEqualTo(5);
        assertThat(inside.out()).as("LOCAL-185").contains("in long-node-0-0");
        assertThat(user.types("logs", "long").out()).isEqualTo("begun\n");
        assertThat(user.types("status", "default/long").out())
                .startsWith("default/long  Running")
                .contains("begun");
        assertThat(user.types("why", "service/long").out()).startsWith("TrainJob long (Running)");
        TerminalSession elsewhere = user.elsewhere(Files.createDirectory(folder.resolve("elsewhere")));
        elsewhere.exports("HOME", folder.toString());
        assertThat(elsewhere.types("logs", "long").out())
                .as("the service of the user")
                .isEqualTo("begun\n");
        assertThat(user.types("shell", "nobody").err()).contains("there are no runs in ", "has long");
    }

    /** Without restarts. */
    private void assertAFailureIsFollowed() throws Exception {
        kubectl("apply", "-f", user.job("broken", 1, "sh", "-c", "echo once; exit 3"));
        TerminalSession.Seen attached = user.types("attach", "broken");
        assertThat(attached.code()).as(attached.text()).isEqualTo(1);
        assertThat(attached.out()).contains("| once", "TrainJob broken: Failed");
        assertThat(user.types("why", "broken").out())
                .as("LOCAL-231")
                .contains(
                        "exit code 3",
                        "What to do: read all that it wrote: trainyard logs service/default/broken node-0-0");
        kubectl("delete", "pod", "-l", "jobset.sigs.k8s.io/jobset-name=broken");
        assertThat(user.types("why", "broken").out())
                .as("LOCAL-231: the logs outlive the pods")
                .contains("What to do: read all that it wrote: trainyard logs service/default/broken node-0-0");
        assertThat(user.types("logs", "broken", "--attempt", "2").err())
                .as("LOCAL-156: up --restarts 0")
                .contains("is attempt 1 only");
    }

    /** While the job long runs. */
    private void assertJobsAreStoppedAndScaled() throws Exception {
        TerminalSession.Seen stopped = user.types("stop", "long");
        assertThat(stopped.code()).as(stopped.text()).isZero();
        assertThat(stopped.out()).contains("TrainJob long of the service stopped; it is suspended and keeps its logs");
        assertThat(running("sleep 613")).isEmpty();
        assertThat(kubectl("get", "trainjob", "long")).contains("Suspended");
        assertThat(user.types("logs", "long").out()).contains("begun");
        assertThat(user.types("stop", "long").out()).contains("does not run any more");

        kubectl(
                "apply",
                "-f",
                user.job("elastic", "torch-elastic", 1, "sh", "-c", "trap '' TERM; while :; do sleep 617; done"));
        await("a node trains").atMost(LIMIT).until(() -> running("sleep 617").size() == 1);
        TerminalSession.Seen scaled = user.types("scale", "elastic", "2");
        assertThat(scaled.out()).as(scaled.text()).contains("elastic: 1 -> 2 nodes");
        await("two nodes train").atMost(LIMIT).until(() -> running("sleep 617").size() == 2);
        TerminalSession.Seen tooMany = user.types("scale", "service/elastic", "--nodes", "9");
        assertThat(tooMany.code()).as(tooMany.text()).isEqualTo(2);
        assertThat(tooMany.err()).contains("spec.trainer.numNodes: Invalid value: 9: must be between 1 and 8");

        TerminalSession.Seen killed = user.types("stop", "--all", "--now");
        assertThat(killed.code()).as(killed.text()).isZero();
        assertThat(killed.out())
                .contains("TrainJob elastic of the service stopped")
                .doesNotContain("long");
        assertThat(running("sleep 617")).as("what ignores SIGTERM is killed").isEmpty();
    }

    private static final String IDENTITY = "jsonpath={.metadata.uid} {.metadata.creationTimestamp}";

    @Test
    @DisplayName(
            "what is in the way is told in one sentence, with code 2, and stays as it is (LOCAL-150, LOCAL-154, LOCAL-158)")
    void faultsOfTheEnvironment() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            assertRefused(user.types("up", "--api-port", Integer.toString(taken.getLocalPort())), "--api-port");
        }
        Path journal = folder.resolve(".trainyard/service/objects.journal");
        Files.writeString(journal, "somebody's diary\n");
        assertRefused(user.types("up"), "does not hold objects of Trainyard");
        assertThat(journal).hasContent("somebody's diary\n");
        Path foreign = Files.writeString(folder.resolve("foreign.config"), "apiVersion: v1\nkind: Config\n");
        assertRefused(user.types("up", "--kubeconfig-out", foreign.toString()), "foreign.config", "left alone");
        assertRefused(user.types("up", "--state", foreign.toString()), "a file where a folder should be");
    }

    @Test
    @DisplayName(
            "who removes its folder removes the service and its programs, too, and can start another one there (LOCAL-287)")
    void aFolderThatIsRemoved() throws Exception {
        requireKubectl();
        assertThat(user.types("up").code()).isZero();
        ProcessHandle service = ProcessHandle.of(pid()).orElseThrow();
        kubectl("apply", "-f", user.job("lost", 1, "sleep", "617"));
        await("the program runs").atMost(LIMIT).until(() -> !running("sleep 617")
                .isEmpty());

        remove(folder.resolve(".trainyard"));

        await("the service has ended").atMost(LIMIT).until(() -> !service.isAlive());
        assertThat(running("sleep 617")).isEmpty();
        assertThat(folder.resolve(".trainyard/service/service.json")).doesNotExist();
        TerminalSession.Seen another = user.types("up");
        assertThat(another.code()).as(another.text()).isZero();
        assertThat(kubectl("get", "trainjobs")).doesNotContain("lost");
    }

    /** What still runs may write into it meanwhile. */
    private static void remove(Path removed) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder("rm", "-rf", removed.toString()).inheritIO().start();
        assertThat(process.waitFor()).isZero();
    }

    private static void assertRefused(TerminalSession.Seen seen, String... words) {
        assertThat(seen.code()).as(seen.text()).isEqualTo(2);
        assertThat(seen.err()).contains(words).doesNotContain("internal error", "\tat ");
        assertThat(seen.err().lines().filter(line -> !line.startsWith("note:")))
                .as(seen.text())
                .hasSize(1);
    }

    private void assertOnlyTheOwnerGetsIn(String server) throws Exception {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kubeconfig())))
                .as("LOCAL-158")
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(kubeconfig().getParent())))
                .as("LOCAL-159")
                .isEqualTo("rwx------");
        HttpResponse<String> anonymous = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server + "/api/v1/namespaces"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(anonymous.statusCode()).as("LOCAL-159").isEqualTo(401);
    }

    private void awaitRunning() {
        await("the program runs").atMost(LIMIT).until(() -> !running("sleep 613")
                .isEmpty());
        await("the API server knows").atMost(LIMIT).until(() -> kubectl("get", "trainjob", "long")
                .contains("Running"));
    }

    private List<ProcessHandle> running(String command) {
        String[] words = command.split(" ");
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                                .arguments()
                                .filter(all -> List.of(all).contains(words[1]))
                                .isPresent()
                        && process.info().command().orElse("").endsWith(words[0]))
                .toList();
    }

    private Path kubeconfig() {
        return folder.resolve(".trainyard/service/kubeconfig");
    }

    private Map<String, Object> status() throws IOException {
        return Json.parseObject(Files.readAllBytes(folder.resolve(".trainyard/service/service.json")));
    }

    private long pid() throws IOException {
        return Tree.integer(0, status(), "process", "pid");
    }

    private static Optional<Path> program() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(path -> Path.of(path, "kubectl"))
                .filter(Files::isExecutable)
                .findFirst()
                .or(() -> Boolean.getBoolean("testcluster.required")
                        ? Optional.of(TestCluster.kubectl())
                        : Optional.empty());
    }

    /** The one on the path, else, where nothing may be skipped, the one of the test cluster's release. */
    private static void requireKubectl() {
        Assumptions.assumeTrue(program().isPresent(), "no kubectl on the path");
    }

    private String kubectl(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                program().orElseThrow().toString(),
                "--kubeconfig",
                kubeconfig().toString(),
                "--cache-dir",
                folder.resolve("cache").toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
