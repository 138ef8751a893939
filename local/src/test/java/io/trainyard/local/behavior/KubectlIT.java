package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.local.api.LocalApiOptions;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.api.logs.PodLog;
import io.trainyard.local.api.logs.PodLogProvider;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** LOCAL-14: what people do with kubectl works. Skipped where there is no kubectl. */
final class KubectlIT {
    private static final long LIMIT_SECONDS = 60;
    private static final String CONFIG_MAP = "{apiVersion: v1, kind: ConfigMap, metadata: {name: %s}, data: {k: %s}}";

    private static Vertx vertx;
    private static Path kubectl;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void start() {
        Optional<Path> found = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(path -> Path.of(path, "kubectl"))
                .filter(Files::isExecutable)
                .findFirst();
        Assumptions.assumeTrue(found.isPresent(), "no kubectl on the path");
        kubectl = found.get();
        vertx = Vertx.vertx();
        PodLogProvider logs = request -> Future.succeededFuture(log("log of " + request.container() + "\n"));
        LocalApiServer server = TestApi.await(LocalApiServer.start(vertx, LocalApiOptions.DEFAULT.withLogs(logs)));
        server.writeKubeconfig(folder.resolve("config"));
        TestApi.await(server.client("test")
                .create(Resource.CUSTOM_RESOURCE_DEFINITIONS, BehaviorSuite.widgetDefinition(), WriteOptions.DEFAULT));
    }

    @AfterAll
    static void stop() {
        if (vertx != null) {
            TestApi.await(vertx.close());
        }
    }

    /** A log of one piece. */
    private static PodLog log(String text) {
        return new PodLog() {
            @Override
            public ReadStream<Buffer> bytes() {
                return new OnePiece(Buffer.buffer(text));
            }

            @Override
            public void close() {}
        };
    }

    private static final class OnePiece implements ReadStream<Buffer> {
        private final Buffer piece;
        private Handler<Void> onEnd = nothing -> {};

        OnePiece(Buffer piece) {
            this.piece = piece;
        }

        @Override
        public ReadStream<Buffer> exceptionHandler(Handler<Throwable> handler) {
            return this;
        }

        @Override
        public ReadStream<Buffer> handler(Handler<Buffer> handler) {
            if (handler != null) {
                vertx.getOrCreateContext().runOnContext(nothing -> {
                    handler.handle(piece);
                    onEnd.handle(null);
                });
            }
            return this;
        }

        @Override
        public ReadStream<Buffer> pause() {
            return this;
        }

        @Override
        public ReadStream<Buffer> resume() {
            return this;
        }

        @Override
        public ReadStream<Buffer> fetch(long amount) {
            return this;
        }

        @Override
        public ReadStream<Buffer> endHandler(Handler<Void> handler) {
            onEnd = handler == null ? nothing -> {} : handler;
            return this;
        }
    }

    private static String kubectl(String input, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                kubectl.toString(),
                "--kubeconfig",
                folder.resolve("config").toString(),
                "--cache-dir",
                folder.resolve("cache").toString()));
        command.addAll(List.of(arguments));
        Path in = Files.writeString(folder.resolve("in"), "---\n" + input);
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .start();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        String text = Files.readString(out, StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text;
    }

    @Test
    void applyGetAndDelete() throws Exception {
        assertThat(kubectl(CONFIG_MAP.formatted("a", "v"), "apply", "-f", "-")).contains("configmap/a created");
        assertThat(kubectl(CONFIG_MAP.formatted("a", "w"), "apply", "-f", "-")).contains("configmap/a configured");
        assertThat(kubectl(CONFIG_MAP.formatted("a", "w"), "apply", "-f", "-")).contains("configmap/a unchanged");
        assertThat(kubectl("", "get", "cm", "a", "-o", "jsonpath={.data.k}")).isEqualTo("w");
        assertThat(kubectl("", "get", "cm", "a").lines().toList().get(0)).matches("NAME +DATA +AGE");
        assertThat(kubectl("", "delete", "cm", "a")).contains("deleted");
    }

    @Test
    void serverSideApplyAndScaleOfACustomKind() throws Exception {
        String widget =
                "{apiVersion: behavior.trainyard.dev/v1, kind: Widget, metadata: {name: w}, spec: {size: small}}";
        assertThat(kubectl(widget, "apply", "--server-side", "-f", "-")).contains("serverside-applied");
        assertThat(kubectl("", "get", "wd").lines().toList().get(0)).matches("NAME +REPLICAS +READY +AGE");
        assertThat(kubectl("", "scale", "wd/w", "--replicas=4")).contains("scaled");
        assertThat(kubectl("", "get", "wd", "w", "-o", "jsonpath={.spec.replicas}"))
                .isEqualTo("4");
    }

    @Test
    void describeAndLogsOfAPod() throws Exception {
        String pod =
                "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {nodeName: n, containers: [{name: c, image: b}]}}";
        kubectl(pod, "create", "-f", "-");
        assertThat(kubectl("", "get", "pods", "p").lines().toList().get(1)).matches("p +0/1 +Pending +0 +\\d+s");
        assertThat(kubectl("", "describe", "pod", "p")).contains("Name:").contains("p");
        assertThat(kubectl("", "logs", "p")).isEqualTo("log of c\n");
        assertThat(kubectl("", "delete", "pod", "p", "--grace-period=0", "--force"))
                .contains("deleted");
    }
}
