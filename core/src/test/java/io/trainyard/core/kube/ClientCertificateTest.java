package io.trainyard.core.kube;

import static io.trainyard.core.kube.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.trainyard.core.tls.CertifiedKey;
import io.trainyard.core.tls.Pem;
import io.trainyard.core.tls.TestCertificates;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Client certificates at an API server that wants one (FAB-52)")
@Tag("cryptography")
@ExtendWith(VertxExtension.class)
final class ClientCertificateTest {
    private static final CertifiedKey SERVER = TestCertificates.of("EC", "server");

    @TempDir
    Path folder;

    private final CertifiedKey first = TestCertificates.of("EC", "first");
    private final CertifiedKey second = TestCertificates.of("Ed25519", "second");
    private final CertifiedKey rsa = TestCertificates.of("RSA", "rsa");
    private final List<String> callers = new CopyOnWriteArrayList<>();
    private volatile String refused = "";
    private HttpServer server;

    @BeforeEach
    void start(Vertx vertx) throws Exception {
        var trusted = new PemTrustOptions();
        List.of(first, second, rsa).forEach(each -> trusted.addCertValue(Buffer.buffer(Pem.of(each.chain()))));
        server = vertx.createHttpServer(new HttpServerOptions()
                        .setSsl(true)
                        .setClientAuth(ClientAuth.REQUIRED)
                        .setTrustOptions(trusted)
                        .setKeyCertOptions(new PemKeyCertOptions()
                                .addCertValue(Buffer.buffer(Pem.of(SERVER.chain())))
                                .addKeyValue(Buffer.buffer(TestCertificates.pkcs8(SERVER.key())))))
                .requestHandler(this::answer)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
    }

    private void answer(HttpServerRequest request) {
        try {
            X509Certificate caller = (X509Certificate) request.sslSession().getPeerCertificates()[0];
            String name = caller.getSubjectX500Principal().getName().substring("CN=".length());
            callers.add(name);
            if (name.equals(refused)) {
                request.response().setStatusCode(401).end();
            } else {
                request.response()
                        .putHeader("Content-Type", "application/json")
                        .end("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name + "\"}}");
            }
        } catch (Exception unexpected) {
            request.response().setStatusCode(500).end();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"first", "second", "rsa"})
    void keysOfEveryKindInPkcs8ShakeHands(String name) throws Exception {
        CertifiedKey user = name.equals("first") ? first : name.equals("second") ? second : rsa;
        Path kubeconfig = kubeconfig("client-certificate-data: " + base64(Pem.of(user.chain())) + ", client-key-data: "
                + base64(TestCertificates.pkcs8(user.key())));

        try (var client = new RunningClient(kubeconfig, ClientOptions.defaults())) {
            assertThat(caller(client)).isEqualTo(name);
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the plugin of this test is a shell script")
    void aPluginIsAskedForAnotherCertificateAndLaterRequestsUseNewConnections() throws Exception {
        Path printed = folder.resolve("printed.json");
        Files.writeString(printed, credential(first));
        Path script = Files.writeString(folder.resolve("plugin.sh"), "#!/bin/sh\ncat '" + printed + "'\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        Path kubeconfig = kubeconfig("exec: {apiVersion: client.authentication.k8s.io/v1, command: ./plugin.sh}");

        try (var client = new RunningClient(kubeconfig, ClientOptions.defaults())) {
            assertThat(caller(client)).isEqualTo("first");
            Files.writeString(printed, credential(second));
            refused = "first";

            assertThat(caller(client)).isEqualTo("second");
            assertThat(callers).containsExactly("first", "first", "second");
        }
    }

    @Test
    void filesThatWereRenewedAreReadAgain() throws Exception {
        write(first);
        Path kubeconfig = kubeconfig("client-certificate: user.crt, client-key: user.key");

        try (var client = new RunningClient(kubeconfig, ClientOptions.defaults())) {
            assertThat(caller(client)).isEqualTo("first");
            write(second);
            refused = "first";

            assertThat(caller(client)).isEqualTo("second");
            assertThat(callers).containsExactly("first", "first", "second");
        }
    }

    private void write(CertifiedKey key) throws IOException {
        Files.writeString(folder.resolve("user.crt"), Pem.of(key.chain()));
        Files.writeString(folder.resolve("user.key"), TestCertificates.pkcs8(key.key()));
    }

    private static String caller(RunningClient client) {
        return await(client.client.requests().get(ConfigMap.class, "demo", "any"))
                .orElseThrow()
                .getMetadata()
                .getName();
    }

    private static String credential(CertifiedKey key) {
        return ("{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"status\":{\"clientCertificateData\":\""
                        + Pem.of(key.chain()) + "\",\"clientKeyData\":\"" + TestCertificates.pkcs8(key.key()) + "\"}}")
                .replace("\n", "\\n");
    }

    private Path kubeconfig(String user) throws Exception {
        return Files.writeString(
                folder.resolve("config"),
                """
                current-context: c
                contexts: [{name: c, context: {cluster: k, user: u}}]
                clusters: [{name: k, cluster: {server: "https://127.0.0.1:%d", certificate-authority-data: %s}}]
                users: [{name: u, user: {%s}}]
                """
                        .formatted(server.actualPort(), base64(Pem.of(SERVER.chain())), user));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
