package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.local.api.LocalApiOptions;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** LOCAL-14: what people do with kubectl works, with the kubeconfig that the server writes. Skipped where there is no kubectl. */
final class KubectlIT {
    private static final String CONFIG_MAP = "{apiVersion: v1, kind: ConfigMap, metadata: {name: %s}, data: {k: %s}}";

    @TempDir
    private static Path folder;

    private static Vertx vertx;
    private static LocalApiServer server;
    private static Kubectl kubectl;

    @BeforeAll
    static void start() {
        kubectl = Kubectl.find(folder);
        vertx = Vertx.vertx();
        server = TestApi.await(LocalApiServer.start(vertx, LocalApiOptions.DEFAULT));
        server.writeKubeconfig(kubectl.kubeconfig());
        TestApi.await(server.client("test")
                .create(Resource.CUSTOM_RESOURCE_DEFINITIONS, BehaviorSuite.widgetDefinition(), WriteOptions.DEFAULT));
    }

    @AfterAll
    static void stop() {
        if (vertx != null) {
            TestApi.await(vertx.close());
        }
    }

    @Test
    void applyGetAndDelete() {
        assertThat(kubectl.read(CONFIG_MAP.formatted("a", "v"), "apply", "-f", "-"))
                .contains("configmap/a created");
        assertThat(kubectl.read(CONFIG_MAP.formatted("a", "w"), "apply", "-f", "-"))
                .contains("configmap/a configured");
        assertThat(kubectl.read(CONFIG_MAP.formatted("a", "w"), "apply", "-f", "-"))
                .contains("configmap/a unchanged");
        assertThat(kubectl.run("get", "cm", "a", "-o", "jsonpath={.data.k}")).isEqualTo("w");
        assertThat(kubectl.run("get", "cm", "a").lines().toList().get(0)).matches("NAME +DATA +AGE");
        assertThat(kubectl.run("delete", "cm", "a")).contains("deleted");
    }

    @Test
    void serverSideApplyAndScaleOfACustomKind() {
        String widget =
                "{apiVersion: behavior.trainyard.dev/v1, kind: Widget, metadata: {name: w}, spec: {size: small}}";
        assertThat(kubectl.read(widget, "apply", "--server-side", "-f", "-")).contains("serverside-applied");
        assertThat(kubectl.run("get", "wd").lines().toList().get(0)).matches("NAME +REPLICAS +READY +AGE");
        assertThat(kubectl.run("scale", "wd/w", "--replicas=4")).contains("scaled");
        assertThat(kubectl.run("get", "wd", "w", "-o", "jsonpath={.spec.replicas}"))
                .isEqualTo("4");
    }

    @Test
    void describeOfAPod() {
        String pod =
                "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {nodeName: node, containers: [{name: c, image: b}]}}";
        kubectl.read(pod, "create", "-f", "-");
        assertThat(kubectl.run("get", "pods", "p").lines().toList().get(1)).matches("p +0/1 +Pending +0 +\\d+s");
        assertThat(kubectl.run("describe", "pod", "p")).contains("Name:").contains("p");
        assertThat(kubectl.run("delete", "pod", "p", "--grace-period=0", "--force"))
                .contains("deleted");
    }

    @Test
    void explainOfACustomKind() {
        assertThat(kubectl.run("explain", "widgets.spec"))
                .contains("KIND:       Widget")
                .contains("replicas")
                .contains("<integer>");
    }

    @Test
    void aWatchShowsWhatChanges() {
        kubectl.read(CONFIG_MAP.formatted("watched", "v"), "create", "-f", "-");
        try (Kubectl.Running watch =
                kubectl.start("watch", "get", "cm", "watched", "-w", "-o", "jsonpath={.data.k} ")) {
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> watch.text()
                    .equals("v "));
            kubectl.read(CONFIG_MAP.formatted("watched", "w"), "replace", "-f", "-");
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> watch.text()
                    .equals("v w "));
        }
    }

    @Test
    void waitEndsWhenTheFieldHasItsValue() {
        kubectl.read(CONFIG_MAP.formatted("awaited", "v"), "create", "-f", "-");
        try (Kubectl.Running wait =
                kubectl.start("wait", "wait", "cm/awaited", "--for=jsonpath={.data.k}=w", "--timeout=30s")) {
            kubectl.read(CONFIG_MAP.formatted("awaited", "w"), "replace", "-f", "-");
            assertThat(wait.await()).contains("condition met");
        }
    }

    @Test
    @DisplayName("LOCAL-10: without the token nobody gets in")
    void anotherTokenIsRefused() throws IOException {
        Path other = folder.resolve("other");
        Files.writeString(other, Files.readString(kubectl.kubeconfig()).replace(server.token(), server.token() + "0"));
        assertThat(kubectl.refused("--kubeconfig", other.toString(), "get", "cm"))
                .contains("the server has asked for the client to provide credentials");
    }
}
