package io.trainyard.local.api.custom;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.api.LocalApiOptions;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.trainyard.local.definitions.Definitions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** LOCAL-15: the definitions that the project ships are served as they are. */
@ExtendWith(VertxExtension.class)
final class ProjectDefinitionsTest {
    private static final Path DEFINITIONS = Path.of("../deploy/crds");
    private static final Resource TRAIN_JOBS = new Resource("trainer.kubeflow.org", "v1alpha1", "trainjobs");
    private static final String TRAIN_JOB =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: %s, namespace: default}
            spec:
              runtimeRef: {name: torch}
              trainer: {numNodes: 2, env: [{name: A, value: b}]}
            """;

    private static LocalApiServer server;
    private static ApiClient client;

    @BeforeAll
    static void start(Vertx vertx) throws Exception {
        server = await(LocalApiServer.start(vertx, LocalApiOptions.DEFAULT.withDefinitions(Definitions.load())));
        client = server.client("test");
    }

    private static List<Map<String, Object>> definitions() throws IOException {
        try (var files = Files.list(DEFINITIONS)) {
            List<Map<String, Object>> all = files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .map(file -> {
                        try {
                            return Tree.object(Yaml.parse(Files.readString(file)));
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    })
                    .toList();
            return all;
        }
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private static Map<String, Object> trainJob(String name) {
        return Tree.object(Yaml.parse(TRAIN_JOB.formatted(name)));
    }

    @Test
    void definitionsFromTheStartAreThoseThatAUserWouldCreate(Vertx vertx) throws Exception {
        ApiClient other =
                await(LocalApiServer.start(vertx, LocalApiOptions.DEFAULT)).client("test");
        for (Map<String, Object> definition : definitions()) {
            Map<String, Object> created =
                    await(other.create(Resource.CUSTOM_RESOURCE_DEFINITIONS, definition, WriteOptions.DEFAULT));
            Map<String, Object> loaded = await(
                    client.get(Resource.CUSTOM_RESOURCE_DEFINITIONS, "", Tree.text(definition, "metadata", "name")));
            assertThat(Json.text(withoutOwnMetadata(loaded))).isEqualTo(Json.text(withoutOwnMetadata(created)));
        }
        assertThat(Definitions.load()).hasSameSizeAs(definitions());
    }

    private static Map<String, Object> withoutOwnMetadata(Map<String, Object> definition) {
        Map<String, Object> rest = Tree.copy(definition);
        for (String field : List.of("uid", "creationTimestamp", "resourceVersion", "managedFields")) {
            Tree.remove(rest, "metadata", field);
        }
        for (Map<String, Object> condition : Tree.objects(rest, "status", "conditions")) {
            condition.remove("lastTransitionTime");
        }
        return rest;
    }

    @Test
    void aTrainJobGetsTheDefaultsOfItsDefinition() throws Exception {
        Map<String, Object> created = await(client.create(TRAIN_JOBS, trainJob("a"), WriteOptions.DEFAULT));
        assertThat(Tree.child(created, "spec", "runtimeRef"))
                .isEqualTo(
                        Map.of("name", "torch", "apiGroup", "trainer.kubeflow.org", "kind", "ClusterTrainingRuntime"));
        assertThat(Tree.at(created, "spec", "suspend")).isEqualTo(false);
        assertThat(Tree.at(created, "metadata", "generation")).isEqualTo(1L);
    }

    @Test
    void aTrainJobIsServedInBothVersions() throws Exception {
        await(client.create(TRAIN_JOBS, trainJob("b"), WriteOptions.DEFAULT));
        Resource other = new Resource("trainer.kubeflow.org", "v2alpha1", "trainjobs");
        assertThat(await(client.get(other, "default", "b")))
                .containsEntry("apiVersion", "trainer.kubeflow.org/v2alpha1");
    }

    @Test
    @DisplayName("kubectl asks this API server for v1alpha1 (API-02b)")
    void theStoredVersionIsPreferred() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + "/apis/trainer.kubeflow.org"))
                .header("Authorization", "Bearer " + server.token())
                .build();
        String answer = HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();

        Map<String, Object> group = Json.parseObject(answer);
        assertThat(Tree.at(group, "preferredVersion", "version")).isEqualTo("v1alpha1");
        assertThat(Tree.objects(group, "versions"))
                .extracting(version -> version.get("version"))
                .containsExactly("v1alpha1", "v2alpha1");
    }

    @Test
    void environmentVariablesOfSeveralManagersAreMergedByName() throws Exception {
        await(client.apply(TRAIN_JOBS, trainJob("c"), WriteOptions.as("alice")));
        Map<String, Object> other = Tree.object(Yaml.parse(
                "{apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, metadata: {name: c, namespace: default}, "
                        + "spec: {runtimeRef: {name: torch}, trainer: {env: [{name: C, value: d}]}}}"));
        Map<String, Object> both = await(client.apply(TRAIN_JOBS, other, WriteOptions.as("bob")));
        assertThat(Tree.objects(both, "spec", "trainer", "env").stream().map(variable -> variable.get("name")))
                .containsExactlyInAnyOrder("A", "C");
    }

    @Test
    void aTrainJobHasAScale() throws Exception {
        await(client.create(TRAIN_JOBS, trainJob("d"), WriteOptions.DEFAULT));
        Map<String, Object> scale =
                await(client.send(ApiCall.of("GET", TRAIN_JOBS, "default", "d").onSubresource("scale")));
        assertThat(Tree.at(scale, "spec", "replicas")).isEqualTo(2L);
    }

    @Test
    void runtimesTakeTemplatesOfAnySize() throws Exception {
        Map<String, Object> runtime = Tree.object(
                Yaml.parse(
                        """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: ClusterTrainingRuntime
                metadata: {name: torch}
                spec:
                  mlPolicy: {numNodes: 1, torch: {numProcPerNode: auto}}
                  template:
                    spec:
                      replicatedJobs:
                      - name: node
                        template: {spec: {template: {spec: {containers: [{name: node, image: x, command: [a]}]}}}}
                """));
        Map<String, Object> created = await(client.create(
                new Resource("trainer.kubeflow.org", "v1alpha1", "clustertrainingruntimes"),
                runtime,
                WriteOptions.DEFAULT));
        assertThat(Tree.objects(created, "spec", "template", "spec", "replicatedJobs"))
                .singleElement()
                .satisfies(job -> assertThat(job).containsEntry("name", "node"));
    }

    @Test
    @DisplayName("LOCAL-125: kubectl's columns FRAMEWORK and SUPPORT show labels whose names have dots")
    void columnsOfRuntimesShowTheirLabels() throws Exception {
        Resource runtimes = new Resource("trainer.kubeflow.org", "v1alpha1", "clustertrainingruntimes");
        Object created = await(client.create(
                runtimes,
                Tree.object(
                        Yaml.parse(
                                """
                        apiVersion: trainer.kubeflow.org/v1alpha1
                        kind: ClusterTrainingRuntime
                        metadata:
                          name: labelled
                          labels: {trainer.kubeflow.org/framework: torch, trainer.kubeflow.org/support: deprecated}
                        spec: {template: {spec: {replicatedJobs: [{name: node, template: {spec: {template: {spec: {containers: [{name: node}]}}}}}]}}}
                        """)),
                WriteOptions.DEFAULT));

        Map<String, Object> definition =
                Definitions.of("ClusterTrainingRuntime").orElseThrow();
        Map<String, Object> columns = new LinkedHashMap<>();
        for (Map<String, Object> column :
                Tree.objects(Tree.objects(definition, "spec", "versions").get(0), "additionalPrinterColumns")) {
            columns.put(
                    Tree.text(column, "name"),
                    JsonPath.parse(Tree.text(column, "jsonPath")).first(created));
        }
        assertThat(columns).containsEntry("Framework", "torch").containsEntry("Support", "deprecated");
    }
}
