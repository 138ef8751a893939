package io.trainyard.local.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.behavior.Kubectl;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code kubectl} does in pods whose containers are processes (LOCAL-180 to LOCAL-183). Skipped where there is no kubectl.
 */
@DisplayName("kubectl exec, cp, attach and port-forward")
final class KubectlExecIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Pattern FORWARDING = Pattern.compile("Forwarding from 127\\.0\\.0\\.1:(\\d+) ->");

    /** Says in capitals what it was told, once it has been told everything. */
    private static final String SHOUTING_SERVER =
            """
            import os, socket
            server = socket.create_server((os.environ['ADDRESS'], int(os.environ['PORT'])))
            print('listening', flush=True)
            while True:
                client, _ = server.accept()
                heard = b''
                while True:
                    piece = client.recv(65536)
                    if not piece:
                        break
                    heard += piece
                client.sendall(heard.upper())
                client.close()
            """;

    @TempDir
    private static Path folder;

    private static Laptop laptop;
    private static Kubectl kubectl;

    @BeforeAll
    static void start() throws IOException {
        kubectl = Kubectl.find(folder);
        laptop = new Laptop(folder);
        laptop.server().writeKubeconfig(kubectl.kubeconfig());
        Files.writeString(folder.resolve("shout.py"), SHOUTING_SERVER);
        laptop.run(
                """
                metadata: {name: worker}
                spec:
                  restartPolicy: Never
                  containers:
                  - name: main
                    image: none
                    command: [sh, -c, echo begun; exec sleep 600]
                    env: [{name: GREETING, value: good morning}]
                  - {name: short, image: none, command: [sh, -c, exit 0]}
                """);
        laptop.run(
                """
                metadata: {name: server}
                spec:
                  containers:
                  - name: main
                    image: none
                    command: [python3, shout.py]
                    env:
                    - {name: ADDRESS, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
                    - {name: PORT, value: "8765"}
                    ports: [{containerPort: 8765}]
                """);
        laptop.awaitLog("worker", "main", "begun\n");
        laptop.awaitPod("worker", "end", status -> Laptop.state(status, "short").containsKey("terminated"));
        laptop.awaitLog("server", "main", "listening\n");
    }

    @AfterAll
    static void stop() {
        if (laptop != null) {
            laptop.close();
        }
    }

    @Test
    @DisplayName("exec: variables, folder and exit code are those of the container (LOCAL-180)")
    void aProgramRunsWhereTheContainerRuns() {
        assertThat(kubectl.run("exec", "worker", "-c", "main", "--", "sh", "-c", "echo $GREETING; ls"))
                .contains("good morning\n", "shout.py");
        assertThat(kubectl.refused("exec", "worker", "-c", "main", "--", "sh", "-c", "echo before >&2; exit 7"))
                .contains("before", "command terminated with exit code 7");
    }

    @Test
    @DisplayName("exec -i: the program reads what kubectl reads, to its end, however much it is (LOCAL-181)")
    void whatIsPipedInArrives() {
        String much = "0123456789abcde\n".repeat(200_000);

        assertThat(kubectl.read(much, "exec", "-i", "worker", "-c", "main", "--", "wc", "-c")
                        .strip())
                .isEqualTo(Integer.toString(much.length() + "---\n".length()));
        assertThat(kubectl.read(much, "exec", "-i", "worker", "-c", "main", "--", "cat"))
                .isEqualTo("---\n" + much);
    }

    @Test
    @DisplayName("older clients speak SPDY: the same comes of it (LOCAL-182)")
    void overSpdy() throws IOException {
        Kubectl older = kubectl.withVariable("KUBECTL_REMOTE_COMMAND_WEBSOCKETS", "false")
                .withVariable("KUBECTL_PORT_FORWARD_WEBSOCKETS", "false");

        assertThat(older.run("-v=8", "exec", "worker", "-c", "main", "--", "echo", "hello"))
                .contains("SPDY/3.1", "hello\n");
        assertThat(older.read("x", "exec", "-i", "worker", "-c", "main", "--", "cat"))
                .isEqualTo("---\nx");
        assertThat(older.refused("exec", "worker", "-c", "main", "--", "sh", "-c", "exit 3"))
                .contains("command terminated with exit code 3");
        try (Kubectl.Running forward = older.start("forward.spdy", "port-forward", "server", ":8765")) {
            assertThat(say(localPort(forward), "spdy")).isEqualTo("SPDY");
        }
    }

    @Test
    @DisplayName("cp: files go into a pod and come back (LOCAL-180)")
    void filesAreCopied() throws IOException {
        Path local = Files.write(folder.resolve("local.bin"), new byte[300_000]);
        Files.createDirectory(folder.resolve("inside"));

        kubectl.run("cp", local.toString(), "worker:inside/copy.bin", "-c", "main");
        kubectl.run("cp", "worker:inside/copy.bin", folder.resolve("back.bin").toString(), "-c", "main");

        assertThat(folder.resolve("inside/copy.bin")).hasSameBinaryContentAs(local);
        assertThat(folder.resolve("back.bin")).hasSameBinaryContentAs(local);
    }

    @Test
    @DisplayName("attach: what the container writes from now on, until it ends (LOCAL-180)")
    void theOutputIsFollowed() {
        laptop.runOnce(
                "talker", "echo early; while [ ! -e talk ]; do sleep 0.05; done; echo late; sleep 0.2; echo last");
        laptop.awaitLog("talker", "main", "early\n");
        try (Kubectl.Running attached = kubectl.start("attached", "-v=8", "attach", "talker")) {
            Awaitility.await().atMost(LIMIT).until(() -> attached.text().contains("101 Switching Protocols"));
            laptop.touch("talk");
            assertThat(attached.await()).contains("last\n").doesNotContain("early\n");
        }
        laptop.runOnce("silent", "exec sleep 600");
        laptop.awaitPhase("silent", "Running");
        assertThat(kubectl.refused("attach", "-i", "silent")).contains("without standard input");
    }

    @Test
    @DisplayName("port-forward: several connections, each to its end, and a sentence where nobody listens (LOCAL-183)")
    void portsAreForwarded() throws IOException {
        String much = "abcdefghij".repeat(100_000);
        try (Kubectl.Running forward = kubectl.start("forward", "port-forward", "server", ":8765")) {
            int port = localPort(forward);

            assertThat(say(port, "hello")).isEqualTo("HELLO");
            assertThat(say(port, much)).isEqualTo(much.toUpperCase());
        }
        // Taken, and so nobody else's, but nobody listens there.
        try (Socket taken = new Socket()) {
            taken.bind(new InetSocketAddress(Tree.text(laptop.pod("server"), "status", "podIP"), 0));
            try (Kubectl.Running forward =
                    kubectl.start("forward.nobody", "port-forward", "server", ":" + taken.getLocalPort())) {
                say(localPort(forward), "anybody?");
                Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(forward.text())
                        .contains("error forwarding port " + taken.getLocalPort() + " to pod server, uid ")
                        .contains("nothing listens on 127."));
            }
        }
    }

    @Test
    @DisplayName("what is not there is refused in the words of a cluster (LOCAL-180)")
    void refusals() throws Exception {
        assertThat(kubectl.refused("exec", "nobody", "--", "true")).contains("pods \"nobody\" not found");
        assertThat(kubectl.refused("exec", "worker", "-c", "other", "--", "true"))
                .contains("container other is not valid for pod worker");
        assertThat(kubectl.refused("exec", "worker", "-c", "short", "--", "true"))
                .contains("unable to upgrade connection: container not found (\"short\")");
        assertThat(kubectl.refused("port-forward", "nobody", ":80")).contains("pods \"nobody\" not found");
        assertThat(answer("worker/exec?container=main"))
                .contains("you must specify at least 1 of stdin, stdout, stderr");
        assertThat(answer("worker/exec?container=main&stdout=true")).contains("you must specify at least 1 command");
        assertThat(answer("server/portforward?ports=80")).contains("Upgrade request required");
    }

    /** What a client is told that asks with plain HTTP. */
    private static String answer(String path) throws IOException, InterruptedException {
        URI uri = URI.create(laptop.server().url() + "/api/v1/namespaces/default/pods/" + path);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Authorization", "Bearer " + laptop.server().token())
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(400);
        return response.body();
    }

    private static int localPort(Kubectl.Running forward) {
        return Awaitility.await()
                .atMost(LIMIT)
                .until(
                        () -> {
                            Matcher line = FORWARDING.matcher(forward.text());
                            return line.find() ? Integer.parseInt(line.group(1)) : 0;
                        },
                        port -> port > 0);
    }

    /** Says something, and gives the answer. */
    private static String say(int port, String words) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout((int) LIMIT.toMillis());
            socket.getOutputStream().write(words.getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            InputStream answer = socket.getInputStream();
            return new String(answer.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
