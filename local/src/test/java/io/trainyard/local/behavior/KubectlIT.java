package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.LocalApiOptions;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

    /** What comes between {@code create} and the name, and after it. */
    static List<List<List<String>>> creations() {
        return List.of(
                List.of(List.of("secret", "generic"), List.of("--from-literal=a=b", "--from-literal=empty=")),
                List.of(List.of("configmap"), List.of("--from-literal=a=b")),
                List.of(List.of("namespace"), List.of()),
                List.of(List.of("serviceaccount"), List.of()),
                List.of(List.of("job"), List.of("--image=busybox", "--", "date", "-u")),
                List.of(List.of("priorityclass"), List.of("--value=5", "--description=for tests")),
                List.of(List.of("service", "clusterip"), List.of("--tcp=80:8080", "--tcp=443:https")),
                List.of(List.of("quota"), List.of("--hard=cpu=1500m,memory=1Gi,pods=2")),
                List.of(List.of("poddisruptionbudget"), List.of("--selector=a=b", "--min-available=50%")),
                List.of(List.of("role"), List.of("--verb=get,list", "--resource=pods,secrets")),
                List.of(List.of("rolebinding"), List.of("--role=r", "--user=u", "--serviceaccount=default:s")),
                List.of(List.of("clusterrole"), List.of("--verb=get", "--non-resource-url=/metrics")),
                List.of(List.of("clusterrolebinding"), List.of("--clusterrole=r", "--group=g")));
    }

    @ParameterizedTest
    @MethodSource("creations")
    @DisplayName("LOCAL-260: what kubectl creates by itself is what the same object as YAML is")
    void whatIsCreatedIsWhatTheSameYamlIs(List<List<String>> creation) {
        String kind = creation.get(0).get(0);
        kubectl.run(creation("created", creation, "--save-config"));
        String yaml = kubectl.run(creation("applied", creation, "--dry-run=client", "-o", "yaml"));
        kubectl.read(yaml, "apply", "-f", "-");
        assertThat(stored(kind, "created")).isEqualTo(stored(kind, "applied"));
    }

    private static String[] creation(String name, List<List<String>> creation, String... options) {
        List<String> arguments = new ArrayList<>(List.of("create"));
        arguments.addAll(creation.get(0));
        arguments.add(name);
        arguments.addAll(List.of(options));
        arguments.addAll(creation.get(1));
        return arguments.toArray(String[]::new);
    }

    private static Map<String, Object> stored(String kind, String name) {
        Map<String, Object> object = Json.parseObject(kubectl.run("get", kind, name, "-o", "json"));
        // What every object has of its own.
        String text = Json.text(object)
                .replace("\"" + name + "\"", "\"NAME\"")
                .replace(Tree.text(object, "metadata", "uid"), "UID")
                .replaceAll("\"10\\.96\\.\\d+\\.\\d+\"", "\"ADDRESS\"");
        Map<String, Object> rest = Json.parseObject(text);
        for (String field : List.of("creationTimestamp", "resourceVersion", "annotations")) {
            Tree.remove(rest, "metadata", field);
        }
        return rest;
    }

    @Test
    @DisplayName("LOCAL-263: health and version can be asked for by their paths")
    void healthAndVersionCanBeAskedFor() {
        assertThat(kubectl.run("get", "--raw", "/healthz")).isEqualTo("ok");
        assertThat(kubectl.run("get", "--raw", "/readyz")).isEqualTo("ok");
        assertThat(kubectl.run("get", "--raw", "/version")).contains("gitVersion");
    }

    @Test
    @DisplayName(
            "LOCAL-264: nodes are shown with status, roles and version, definitions with the time of their creation")
    void nodesAndDefinitionsAreShownAsInACluster() {
        String node =
                """
                {apiVersion: v1, kind: Node,
                 metadata: {name: box, labels: {node-role.kubernetes.io/worker: "", kubernetes.io/role: gpu}},
                 spec: {unschedulable: true}}""";
        kubectl.read(node, "create", "-f", "-");
        assertThat(line(kubectl.run("get", "nodes"), 0)).matches("NAME +STATUS +ROLES +AGE +VERSION *");
        assertThat(line(kubectl.run("get", "nodes", "box"), 1))
                .matches("box +Unknown,SchedulingDisabled +gpu,worker +\\d+s *");
        String status =
                "{\"status\": {\"conditions\": [{\"type\": \"Ready\", \"status\": \"True\"}], \"nodeInfo\": {\"kubeletVersion\": \"v1\"}}}";
        kubectl.run("patch", "node", "box", "--subresource=status", "--type=merge", "-p", status);
        kubectl.run("uncordon", "box");
        assertThat(line(kubectl.run("get", "nodes", "box"), 1)).matches("box +Ready +gpu,worker +\\d+s +v1");
        assertThat(line(kubectl.run("get", "crd"), 0)).matches("NAME +CREATED AT");
        assertThat(line(kubectl.run("get", "crd"), 1)).matches(".+ \\d{4}-\\d\\d-\\d\\dT.+Z");
    }

    private static String line(String text, int number) {
        return text.lines().toList().get(number);
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
