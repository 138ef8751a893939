package io.trainyard.local.kubelet.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.Watch;
import io.trainyard.local.client.WatchHandler;
import io.trainyard.local.kubelet.logs.PodLogs;
import io.trainyard.local.streaming.StreamingRuntime;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** LOCAL-107: whoever may not get nodes/proxy of the node reads no log of it, on loopback either. */
final class NodeServerAuthorizationTest {
    private static final String LOG = "/containerLogs/team/p/main";

    private final Reviewer api = new Reviewer();
    private final MovedClock clock = new MovedClock();
    private final Vertx vertx = Vertx.vertx();
    private NodeServer server;

    /** An API server that answers reviews and nothing else. */
    private static final class Reviewer implements ApiClient {
        private final List<ApiCall> calls = new CopyOnWriteArrayList<>();
        private volatile boolean allows;
        private volatile boolean broken;

        @Override
        public Future<Map<String, Object>> send(ApiCall call) {
            calls.add(call);
            return broken
                    ? Future.failedFuture("no API server")
                    : Future.succeededFuture(Tree.of("status", Tree.of("allowed", allows)));
        }

        @Override
        public Future<Watch> watch(ApiCall call, WatchHandler handler) {
            return Future.failedFuture("no watches here");
        }
    }

    private static final class MovedClock extends Clock {
        private volatile Instant now = Instant.parse("2026-01-02T03:04:05Z");

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("p/logs/main.log");
        Files.createDirectories(log.getParent());
        Files.writeString(log, "secret\n");
        server = NodeServer.listen(
                        vertx,
                        new HttpServerOptions().setHost("127.0.0.1").setPort(0),
                        Clock.systemUTC(),
                        new NodeProxyAuthorization(api, "laptop", clock))
                .toCompletionStage()
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
        server.serve(new PodLogs(folder), StreamingRuntime.NONE);
    }

    @AfterEach
    void stop() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                                .timeout(Duration.ofSeconds(60))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void whoeverMayNotReadsNothingAndLearnsNotWhichLogsThereAre() throws Exception {
        HttpResponse<String> there = get(LOG);
        HttpResponse<String> notThere = get("/containerLogs/team/other/main");

        assertThat(there.statusCode()).isEqualTo(403);
        assertThat(there.body())
                .isEqualTo("Forbidden (user=system:anonymous, verb=get, resource=nodes, subresource=proxy)\n")
                .isEqualTo(notThere.body());
        assertThat(notThere.statusCode()).isEqualTo(403);
    }

    @Test
    void whoeverMayReadsAndTheApiServerIsAskedAsAKubeletAsks() throws Exception {
        api.allows = true;

        assertThat(get(LOG).body()).isEqualTo("secret\n");
        assertThat(get("/containerLogs/team/other/main").statusCode()).isEqualTo(404);

        assertThat(api.calls).hasSize(1);
        ApiCall asked = api.calls.get(0);
        assertThat(asked.method()).isEqualTo("POST");
        assertThat(asked.path()).isEqualTo("/apis/authorization.k8s.io/v1/subjectaccessreviews");
        assertThat(Tree.object((Map<?, ?>) asked.body()).get("spec"))
                .isEqualTo(Map.of(
                        "user",
                        "system:anonymous",
                        "groups",
                        List.of("system:unauthenticated"),
                        "resourceAttributes",
                        Map.of(
                                "verb",
                                "get",
                                "version",
                                "v1",
                                "resource",
                                "nodes",
                                "subresource",
                                "proxy",
                                "name",
                                "laptop")));
    }

    @Test
    void anAnswerIsForgottenAfterAWhileANoSoonerThanAYes() throws Exception {
        assertThat(get(LOG).statusCode()).isEqualTo(403);
        api.allows = true;
        assertThat(get(LOG).statusCode()).isEqualTo(403);
        clock.now = clock.now.plus(Duration.ofSeconds(31));
        assertThat(get(LOG).statusCode()).isEqualTo(200);
        api.allows = false;
        clock.now = clock.now.plus(Duration.ofMinutes(4));
        assertThat(get(LOG).statusCode()).isEqualTo(200);
        clock.now = clock.now.plus(Duration.ofMinutes(2));
        assertThat(get(LOG).statusCode()).isEqualTo(403);
    }

    @Test
    void nobodyReadsWhenTheApiServerDoesNotSay() throws Exception {
        api.broken = true;
        assertThat(get(LOG).statusCode()).isEqualTo(500);
        api.broken = false;
        api.allows = true;
        assertThat(get(LOG).statusCode()).isEqualTo(200);
    }

    @Test
    @DisplayName(
            "LOCAL-187: nobody without a certificate gets into a pod, whatever is granted to him, and nobody is asked")
    void strangersDoNotGetIntoPods() throws Exception {
        api.allows = true;
        for (String path :
                List.of("/exec/team/p/main?command=id&output=1", "/attach/team/p/main", "/portForward/team/p")) {
            HttpResponse<String> answer = get(path);

            assertThat(answer.statusCode()).as(path).isEqualTo(403);
            assertThat(answer.body()).contains("verb=create", "only clients with a certificate get into pods");
        }
        assertThat(api.calls).isEmpty();
    }

    @Test
    @DisplayName("LOCAL-187: to read logs is another question than to get into pods")
    void getAndCreateAreAskedApart() throws Exception {
        NodeProxyAuthorization authorization = new NodeProxyAuthorization(api, "laptop", clock);
        NodeClient client = NodeClient.of(new X500Principal("CN=kube-apiserver-kubelet-client"));
        api.allows = true;
        assertThat(answer(authorization.allows(client, "get"))).isTrue();
        api.allows = false;

        assertThat(answer(authorization.allows(client, "create"))).isFalse();
        assertThat(answer(authorization.allows(client, "get"))).as("remembered").isTrue();
        assertThat(Tree.text(api.calls.get(1).body(), "spec", "resourceAttributes", "verb"))
                .isEqualTo("create");
    }

    private static boolean answer(Future<Boolean> asked) throws Exception {
        return asked.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    void aCertificateSaysWhoAsks() {
        assertThat(NodeClient.of(new X500Principal("CN=kube-apiserver-kubelet-client, O=kubeadm:cluster-admins, O=x")))
                .satisfies(reader -> {
                    assertThat(reader.user()).isEqualTo("kube-apiserver-kubelet-client");
                    assertThat(reader.groups())
                            .containsExactlyInAnyOrder("kubeadm:cluster-admins", "x", "system:authenticated");
                });
        assertThat(NodeClient.of(new X500Principal("O=system:masters"))).isEqualTo(NodeClient.ANONYMOUS);
    }
}
