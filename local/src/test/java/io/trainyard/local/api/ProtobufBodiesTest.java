package io.trainyard.local.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.protobuf.Bytes;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** LOCAL-260, LOCAL-261, LOCAL-262: what becomes of requests with bodies in the protobuf form of Kubernetes. */
@ExtendWith(VertxExtension.class)
final class ProtobufBodiesTest {
    private static final String SECRETS = "/api/v1/namespaces/default/secrets";
    private static final byte[] NOTHING = Bytes.of();

    private static LocalApiServer server;

    @BeforeAll
    static void start(Vertx vertx) throws Exception {
        server = LocalApiServer.start(vertx, LocalApiOptions.DEFAULT)
                .toCompletionStage()
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
    }

    private record Answer(int code, String mediaType, Map<String, Object> body) {
        String message() {
            return Tree.text(body, "message");
        }
    }

    private static Answer send(String method, String path, byte[] body) throws IOException, InterruptedException {
        return send(method, path, "application/vnd.kubernetes.protobuf", body);
    }

    private static Answer send(String method, String path, String mediaType, byte[] body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + "/" + server.token() + path))
                .method(method, HttpRequest.BodyPublishers.ofByteArray(body))
                .header("Content-Type", mediaType)
                .header("Accept", "application/vnd.kubernetes.protobuf,application/json")
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        return new Answer(
                response.statusCode(),
                response.headers().firstValue("Content-Type").orElse(""),
                Json.parseObject(response.body()));
    }

    private static byte[] named(String name) {
        return Bytes.field(1, Bytes.text(1, name));
    }

    private static byte[] entry(String key, byte[] value) {
        return Bytes.field(2, Bytes.join(Bytes.text(1, key), Bytes.field(2, value)));
    }

    @Test
    @DisplayName("LOCAL-260: an object is created and replaced, and the answer is JSON")
    void anObjectIsCreatedAndReplaced() throws Exception {
        byte[] secret = Bytes.join(named("a"), entry("k", Bytes.of('b')));
        Answer created = send("POST", SECRETS, Bytes.body("v1", "Secret", secret));
        assertThat(created.code()).isEqualTo(201);
        assertThat(created.mediaType()).startsWith("application/json");
        assertThat(created.body()).containsEntry("data", Tree.of("k", "Yg==")).containsEntry("type", "Opaque");
        byte[] other = Bytes.join(named("a"), entry("k", Bytes.of('c')));
        Answer replaced = send("PUT", SECRETS + "/a", Bytes.body("v1", "Secret", other));
        assertThat(replaced.code()).isEqualTo(200);
        assertThat(replaced.body()).containsEntry("data", Tree.of("k", "Yw=="));
    }

    @Test
    @DisplayName("LOCAL-260: a body of megabytes is read, too")
    void aLargeBodyIsRead() throws Exception {
        byte[] secret = Bytes.join(named("large"), entry("k", new byte[1 << 20]));
        assertThat(send("POST", SECRETS, Bytes.body("v1", "Secret", secret)).code())
                .isEqualTo(201);
    }

    @Test
    @DisplayName("LOCAL-260: options of a deletion count")
    void optionsOfADeletionCount() throws Exception {
        send("POST", SECRETS, Bytes.body("v1", "Secret", named("kept")));
        byte[] otherUid = Bytes.field(2, Bytes.text(1, "another uid"));
        assertThat(send("DELETE", SECRETS + "/kept", Bytes.body("v1", "DeleteOptions", otherUid))
                        .code())
                .isEqualTo(409);
        assertThat(send("DELETE", SECRETS + "/kept", Bytes.body("v1", "DeleteOptions", NOTHING))
                        .code())
                .isEqualTo(200);
    }

    @Test
    @DisplayName("LOCAL-260: pods are bound")
    void podsAreBound() throws Exception {
        String pods = "/api/v1/namespaces/default/pods";
        byte[] container = Bytes.field(2, Bytes.join(Bytes.text(1, "c"), Bytes.text(2, "image")));
        send("POST", pods, Bytes.body("v1", "Pod", Bytes.join(named("p"), Bytes.field(2, container))));
        byte[] target = Bytes.field(2, Bytes.join(Bytes.text(1, "Node"), Bytes.text(3, "node")));
        assertThat(send("POST", pods + "/p/binding", Bytes.body("v1", "Binding", Bytes.join(named("p"), target)))
                        .code())
                .isEqualTo(201);
    }

    @Test
    @DisplayName("LOCAL-261: what cannot be read is answered with 400 and the reason")
    void whatCannotBeReadIsAnswered() throws Exception {
        Answer json = send("POST", SECRETS, "{\"kind\": \"Secret\"}".getBytes(StandardCharsets.UTF_8));
        assertThat(json.code()).isEqualTo(400);
        assertThat(json.message()).startsWith("error decoding the body of the request: not protobuf");
        byte[] schema = NOTHING;
        for (int i = 0; i < 5_000; i++) {
            schema = Bytes.field(28, schema);
        }
        byte[] deep = Bytes.field(2, Bytes.field(7, Bytes.field(4, Bytes.field(1, schema))));
        Answer bomb = send(
                "POST",
                "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
                Bytes.body("apiextensions.k8s.io/v1", "CustomResourceDefinition", deep));
        assertThat(bomb.code()).isEqualTo(400);
        assertThat(bomb.message()).contains("lie within each other");
    }

    @Test
    @DisplayName("LOCAL-262: a kind that is not built in has no such form")
    void aKindThatIsNotBuiltInHasNoSuchForm() throws Exception {
        String definition =
                """
                {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
                 "metadata": {"name": "jobsets.jobset.x-k8s.io"},
                 "spec": {"group": "jobset.x-k8s.io", "scope": "Namespaced",
                  "names": {"plural": "jobsets", "singular": "jobset", "kind": "JobSet"},
                  "versions": [{"name": "v1alpha2", "served": true, "storage": true,
                   "schema": {"openAPIV3Schema": {"type": "object"}}}]}}
                """;
        String definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
        assertThat(send("POST", definitions, "application/json", definition.getBytes(StandardCharsets.UTF_8))
                        .code())
                .isEqualTo(201);
        Answer custom = send(
                "POST",
                "/apis/jobset.x-k8s.io/v1alpha2/namespaces/default/jobsets",
                Bytes.body("jobset.x-k8s.io/v1alpha2", "JobSet", named("j")));
        assertThat(custom.code()).isEqualTo(415);
        assertThat(custom.message()).contains("accepted media types include: application/json");
        assertThat(send("PATCH", SECRETS + "/a", Bytes.body("v1", "Secret", NOTHING))
                        .code())
                .isEqualTo(415);
    }

    @Test
    @DisplayName("LOCAL-262: a kind that is not served is not there, whatever form its object has")
    void aKindThatIsNotServedIsNotThere() throws Exception {
        Answer deployment = send(
                "POST",
                "/apis/apps/v1/namespaces/default/deployments",
                Bytes.body("apps/v1", "Deployment", named("d")));

        assertThat(deployment.code()).isEqualTo(404);
        assertThat(deployment.message()).isEqualTo("the server could not find the requested resource");
    }
}
