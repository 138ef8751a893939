package io.trainyard.core.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Namespace;
import io.trainyard.core.kube.login.LoginEnvironment;
import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@RealCluster(kind = ClusterKind.BARE)
@ExtendWith(VertxExtension.class)
@DisplayName("Proxies and TLS names of kubeconfig and environment mean what they mean to kubectl")
final class LoginBesideKubectlIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    /** Whether the API server answered, and what the proxy was asked for. */
    private record Outcome(boolean answered, List<ConnectProxy.Asked> asked) {}

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "nothing is set                       | here      | -      | -          | -",
                "a proxy, and a server of this machine | here     | -      | kubernetes | HTTPS_PROXY=http://PROXY",
                "a proxy, and localhost               | localhost | -      | -          | HTTPS_PROXY=http://PROXY",
                "a proxy for a server elsewhere       | elsewhere | -      | kubernetes | HTTPS_PROXY=http://PROXY",
                "in small letters                     | elsewhere | -      | kubernetes | https_proxy=http://PROXY",
                "without a scheme                     | elsewhere | -      | kubernetes | HTTPS_PROXY=PROXY",
                "with a password                      | elsewhere | -      | kubernetes | HTTPS_PROXY=http://ada:s%40cret@PROXY",
                "for plain HTTP alone                 | elsewhere | -      | kubernetes | HTTP_PROXY=http://PROXY",
                "an exception for its domain          | elsewhere | -      | kubernetes | HTTPS_PROXY=http://PROXY NO_PROXY=.example.test",
                "an exception for the name above      | elsewhere | -      | kubernetes | HTTPS_PROXY=http://PROXY NO_PROXY=example.test",
                "an exception for all subdomains      | elsewhere | -      | kubernetes | HTTPS_PROXY=http://PROXY NO_PROXY=*.example.test",
                "an exception for its port            | elsewhere | -      | kubernetes | HTTPS_PROXY=http://PROXY NO_PROXY=cluster.example.test:6443",
                "an exception for another port        | elsewhere | -      | kubernetes | HTTPS_PROXY=http://PROXY NO_PROXY=cluster.example.test:443",
                "an exception for a part of the name  | elsewhere | -      | kubernetes | HTTPS_PROXY=http://PROXY NO_PROXY=ample.test",
                "an exception for another network     | elsewhere | -      | kubernetes | HTTPS_PROXY=http://PROXY NO_PROXY=10.0.0.0/8,localhost",
                "an exception for everything          | elsewhere | -      | kubernetes | HTTPS_PROXY=http://PROXY NO_PROXY=*",
                "one of the cluster, for this machine | here      | http://PROXY | -    | -",
                "one of the cluster and an exception  | elsewhere | http://PROXY | kubernetes | NO_PROXY=.example.test",
                "one of the cluster, with a password  | elsewhere | http://ada:secret@PROXY | kubernetes | -",
                "a TLS name that is in the certificate | here     | -      | kubernetes | -",
                "a TLS name that is not               | here      | -      | other.test | -",
                "a TLS name, and a WebSocket through a proxy | elsewhere | http://PROXY | kubernetes.default | -",
                "a TLS name that is an address        | elsewhere | http://PROXY | 127.0.0.1 | -",
                "a proxy for an address               | address   | -      | kubernetes | HTTPS_PROXY=http://PROXY",
                "an exception for a part of an address | address  | -      | kubernetes | HTTPS_PROXY=http://PROXY NO_PROXY=7",
                "an exception for an address          | address   | -      | kubernetes | HTTPS_PROXY=http://PROXY NO_PROXY=203.0.113.7",
                "an exception for a network           | address   | -      | kubernetes | HTTPS_PROXY=http://PROXY NO_PROXY=203.0.113.0/24",
                "an exception for no network          | address   | -      | kubernetes | HTTPS_PROXY=http://PROXY NO_PROXY=203.0.113.0/40",
                "another name without a TLS name      | elsewhere | http://PROXY | -    | -"
            })
    void isAsWithKubectl(
            String what,
            String server,
            String proxyUrl,
            String tlsName,
            String variables,
            TestCluster cluster,
            Vertx vertx)
            throws Exception {
        String text = Files.readString(cluster.kubeconfig());
        URI real = URI.create(text.lines()
                .filter(line -> line.contains("server: "))
                .findFirst()
                .orElseThrow()
                .split("server: ")[1]);
        String shown =
                switch (server) {
                    case "elsewhere" -> "https://cluster.example.test:6443";
                    case "address" -> "https://203.0.113.7:6443";
                    case "localhost" -> "https://localhost:" + real.getPort();
                    default -> real.toString();
                };
        // Only the proxy leads there: no name server knows these names, and no network has that address.
        try (ConnectProxy proxy = new ConnectProxy(real.getPort())) {
            String address = "127.0.0.1:" + proxy.port();
            Path kubeconfig = Files.writeString(
                    folder.resolve("kubeconfig"),
                    text.replace(
                            "server: " + real,
                            "server: " + shown
                                    + (proxyUrl == null ? "" : "\n    proxy-url: " + proxyUrl.replace("PROXY", address))
                                    + (tlsName == null ? "" : "\n    tls-server-name: " + tlsName)));
            Map<String, String> environment = new HashMap<>();
            for (String each : variables == null ? new String[0] : variables.split(" ")) {
                String[] parts = each.split("=", 2);
                environment.put(
                        parts[0],
                        parts[1].replace("//PROXY", "//" + address)
                                .replace("@PROXY", "@" + address)
                                .replaceFirst("^PROXY", address));
            }
            boolean kubectl = kubectlIsAnswered(kubeconfig, environment);
            Outcome expected = new Outcome(kubectl, List.copyOf(proxy.asked));
            proxy.asked.clear();

            boolean answered = isAnswered(vertx, kubeconfig, environment);

            assertThat(new Outcome(answered, proxy.asked.stream().distinct().toList()))
                    .isEqualTo(new Outcome(
                            expected.answered(),
                            expected.asked().stream().distinct().toList()));
        }
    }

    private boolean kubectlIsAnswered(Path kubeconfig, Map<String, String> variables)
            throws IOException, InterruptedException {
        ProcessBuilder command = new ProcessBuilder(
                        TestCluster.kubectl().toString(),
                        "--kubeconfig=" + kubeconfig,
                        "--request-timeout=10s",
                        "get",
                        "--raw",
                        "/api/v1/namespaces/default")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("kubectl").toFile());
        command.environment().clear();
        command.environment().put("HOME", folder.toString());
        command.environment().putAll(variables);
        Process process = command.start();
        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return process.exitValue() == 0;
    }

    /** Watches are WebSockets, which are opened in another way than requests are sent. */
    private static void watches(KubeClient client) {
        Informers informers = client.informers();
        informers.add(CacheRequest.of(Namespace.class));
        Awaiting.await(informers.start());
        await("an open watch")
                .atMost(LIMIT)
                .until(() -> informers.health().get(0).connected());
        Awaiting.await(informers.stop());
    }

    private boolean isAnswered(Vertx vertx, Path kubeconfig, Map<String, String> variables) {
        LoginEnvironment environment = new LoginEnvironment(variables, folder, folder);
        KubeClient client = Awaiting.await(KubeClient.open(
                vertx.getOrCreateContext(),
                ClientOptions.defaults().withKubeconfig(kubeconfig),
                RequestObserver.NONE,
                environment));
        try {
            boolean answered = client.requests()
                    .get(Namespace.class, "", "default")
                    .map(found -> true)
                    .onFailure(ApiFailure.class)
                    .recoverWithItem(false)
                    .await()
                    .atMost(LIMIT);
            if (answered) {
                watches(client);
                assertThat(client.directUpdates().orElseThrow().replace(Namespace.class, "", "none", new byte[0]))
                        .as("a request that fabric8 does not send")
                        .satisfies(sent ->
                                assertThat(Awaiting.failureOf(sent).code()).isPositive());
            }
            return answered;
        } finally {
            Awaiting.await(client.close());
        }
    }
}
