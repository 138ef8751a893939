package io.trainyard.local.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.LocalPortForward;
import io.fabric8.kubernetes.client.dsl.ExecWatch;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.WebSocket;
import io.vertx.core.http.WebSocketConnectOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("exec and port-forward of clients other than kubectl (LOCAL-180 to LOCAL-183)")
final class ExecClientsIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int STDIN = 0;
    private static final int STDOUT = 1;
    private static final int ERROR = 3;
    private static final int RESIZE = 4;

    @TempDir
    private static Path folder;

    private static Laptop laptop;
    private static KubernetesClient fabric8;

    @BeforeAll
    static void start() throws IOException {
        laptop = new Laptop(folder);
        Path kubeconfig = folder.resolve("config");
        laptop.server().writeKubeconfig(kubeconfig);
        fabric8 = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(kubeconfig.toFile()))
                .build();
        Files.writeString(
                folder.resolve("greet.py"),
                """
                import os, socket
                server = socket.create_server((os.environ['ADDRESS'], int(os.environ['PORT'])))
                print('listening', flush=True)
                while True:
                    client, _ = server.accept()
                    client.sendall(b'welcome')
                    client.close()
                """);
        laptop.run(
                """
                metadata: {name: worker}
                spec:
                  containers:
                  - name: main
                    image: none
                    command: [python3, greet.py]
                    env:
                    - {name: ADDRESS, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
                    - {name: PORT, value: "8767"}
                    ports: [{containerPort: 8767}]
                """);
        laptop.awaitLog("worker", "main", "listening\n");
    }

    @AfterAll
    static void stop() {
        if (laptop != null) {
            fabric8.close();
            laptop.close();
        }
    }

    private static PodResource worker() {
        return fabric8.pods().inNamespace("default").withName("worker");
    }

    @Test
    @DisplayName("the fabric8 client runs programs and forwards ports")
    void fabric8() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (ExecWatch exec = worker().writingOutput(out)
                .writingError(err)
                .exec("sh", "-c", "echo to stdout; echo to stderr >&2; exit 4")) {
            assertThat(exec.exitCode().get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo(4);
        }
        assertThat(out).hasToString("to stdout\n");
        assertThat(err).hasToString("to stderr\n");

        ByteArrayOutputStream heard = new ByteArrayOutputStream();
        try (ExecWatch exec = worker().redirectingInput().writingOutput(heard).exec("head", "-n", "1")) {
            exec.getInput().write("two words\n".getBytes(StandardCharsets.US_ASCII));
            exec.getInput().flush();
            assertThat(exec.exitCode().get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isZero();
        }
        assertThat(heard).hasToString("two words\n");

        try (LocalPortForward forward = worker().portForward(8767);
                Socket socket = new Socket("127.0.0.1", forward.getLocalPort())) {
            socket.setSoTimeout((int) LIMIT.toMillis());
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .isEqualTo("welcome");
        }
    }

    @Test
    @DisplayName("a terminal has the size of the window, what is typed as text arrives, and the exit code comes back")
    void aTerminal() {
        String script = "read word; stty size; echo $TERM $word; tty; trap 'stty size; exit 5' WINCH; echo ready;"
                + " while :; do sleep 0.05; done";
        try (Client client = new Client("tty=true&stdin=true&stdout=true", "v4.channel.k8s.io", "sh", "-c", script)) {
            client.types(RESIZE, "{\"Width\":123,\"Height\":45}");
            client.types(STDIN, "hello\n");
            client.awaits(STDOUT, "45 123");
            client.awaits(STDOUT, "xterm hello");
            client.awaits(STDOUT, "/dev/");
            client.awaits(STDOUT, "ready");
            client.types(RESIZE, "{\"Width\":40,\"Height\":45}");
            client.awaits(STDOUT, "45 40");

            Map<String, Object> status =
                    Tree.object(Json.parse(client.awaits(ERROR, "}").getBytes()));

            assertThat(Tree.objects(status, "details", "causes"))
                    .extracting(cause -> cause.get("message"))
                    .containsExactly("5");
        }
    }

    @Test
    @DisplayName("what a client has started ends when it leaves, and the container goes on")
    void aClientThatLeaves() {
        try (Client client = new Client("stdout=true", "v5.channel.k8s.io", "sh", "-c", "echo $$; exec sleep 600")) {
            long id = Long.parseLong(client.awaits(STDOUT, "\n").strip());
            assertThat(ProcessHandle.of(id)).isPresent();

            client.close();

            Awaitility.await().atMost(LIMIT).until(() -> ProcessHandle.of(id)
                    .filter(ProcessHandle::isAlive)
                    .isEmpty());
        }
        assertThat(Laptop.state(Tree.child(laptop.pod("worker"), "status"), "main"))
                .containsKey("running");
    }

    /** Speaks the channels of a WebSocket itself, as some clients do: in messages of text. */
    private static final class Client implements AutoCloseable {
        private final Map<Integer, String> received = new ConcurrentHashMap<>();
        private final WebSocket socket;

        Client(String streams, String protocol, String... command) {
            String words = List.of(command).stream()
                    .map(word -> "&command=" + URLEncoder.encode(word, StandardCharsets.UTF_8))
                    .collect(Collectors.joining());
            WebSocketConnectOptions options = new WebSocketConnectOptions()
                    .setHost("127.0.0.1")
                    .setPort(laptop.server().port())
                    .setURI("/api/v1/namespaces/default/pods/worker/exec?" + streams + words)
                    .addHeader("Authorization", "Bearer " + laptop.server().token())
                    .addSubProtocol(protocol);
            socket = Laptop.await(
                    laptop.vertx().createWebSocketClient().connect(options).map(connected -> {
                        connected.binaryMessageHandler(this::received);
                        return connected;
                    }));
        }

        private void received(Buffer message) {
            received.merge(
                    (int) message.getByte(0), message.getString(1, message.length()), (before, more) -> before + more);
        }

        void types(int channel, String text) {
            Laptop.await(socket.writeTextMessage((char) channel + text));
        }

        /** All that came on a channel, when this is in it. */
        String awaits(int channel, String text) {
            return Awaitility.await(text + " on channel " + channel + " of " + received)
                    .atMost(LIMIT)
                    .until(() -> received.getOrDefault(channel, ""), seen -> seen.contains(text));
        }

        @Override
        public void close() {
            socket.close();
        }
    }
}
