package io.trainyard.launcher.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionRequest;
import io.trainyard.core.admission.AdmissionRequest.Operation;
import io.trainyard.core.admission.AdmissionResponse;
import io.trainyard.core.admission.AdmissionWebhook;
import io.trainyard.core.admission.AdmissionWebhooks;
import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.core.plain.PlainPlugin;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.core.plugin.StartContext;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.schema.StructuralSchema;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.admission.DecisionTable.Row;
import io.trainyard.plugins.torch.TorchPlugin;
import io.trainyard.plugins.volcano.VolcanoPlugin;
import io.trainyard.plugins.xgboost.XgboostPlugin;
import io.trainyard.spi.ObjectReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Section 12 row by row: defaults of the definitions, then the mutating and the validating webhook with the plugins that there are. What only the
 * definitions refuse is in {@link DecisionTableIT}, since an API server has to judge their rules.
 */
@DisplayName("Decision tables (T-01: refused here with 403)")
final class DecisionTableTest {
    private static final Instant NOW = Instant.parse("2026-05-01T10:00:00.123Z");
    private static final DecisionTable TABLE = DecisionTable.read();
    private static final Map<String, StructuralSchema> SCHEMAS = Map.of(
            "TrainJob", schema("trainjobs"),
            "TrainingRuntime", schema("trainingruntimes"),
            "ClusterTrainingRuntime", schema("clustertrainingruntimes"));

    static Stream<Row> created() {
        return TABLE.rows("create").stream().filter(row -> row.tree("spec").isPresent());
    }

    static Stream<Row> updated() {
        return TABLE.rows("update").stream().filter(row -> row.tree("spec").isPresent());
    }

    static Stream<Row> runtimes() {
        return TABLE.rows("runtimes-created").stream()
                .filter(row -> row.tree("spec").isPresent());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("created")
    void createdTrainJob(Row row) {
        judge(row, trainJob(row, "spec"), Optional.empty());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("updated")
    void updatedTrainJob(Row row) {
        judge(row, trainJob(row, "spec"), Optional.of(trainJob(row, "old")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("runtimes")
    void runtimeOfEitherKind(Row row) {
        for (String kind : List.of("TrainingRuntime", "ClusterTrainingRuntime")) {
            Map<String, Object> runtime =
                    object(kind, row.name(), row.tree("spec").orElseThrow());
            row.tree("labels").ifPresent(labels -> metadata(runtime).put("labels", labels));
            Optional<Map<String, Object>> old = row.tree("old").map(spec -> object(kind, row.name(), spec));
            AdmissionWebhooks admissions = admissions(row);
            verify(row, review(admissions.runtimes(), kind, runtime, old), runtime);
        }
    }

    private void judge(Row row, Map<String, Object> object, Optional<Map<String, Object>> old) {
        AdmissionWebhooks admissions = admissions(row);
        Map<String, Object> stored = review(admissions.trainJobDefaults(), "TrainJob", object, old)
                .changed()
                .orElse(object);
        SCHEMAS.get("TrainJob").applyDefaults(stored);
        AdmissionResponse answer = review(admissions.trainJobs(), "TrainJob", stored, old);
        verify(row, answer, stored);
    }

    private static void verify(Row row, AdmissionResponse answer, Map<String, Object> stored) {
        row.tree("stored").ifPresent(fields -> assertHolds(Tree.child(stored, "spec"), fields));
        if (!row.list("times").isEmpty()) {
            assertThat(Tree.objects(stored, "spec", "runtimePatches"))
                    .extracting(patch -> patch.get("time"))
                    .isEqualTo(row.list("times"));
        }
        if (row.isInvalid() || !row.isJudged()) {
            return;
        }
        List<String> fields = answer.causes().stream().map(FieldError::path).toList();
        if (row.text("missing").isPresent()) {
            assertThat(answer.message())
                    .contains("no plugin named \"" + row.text("missing").get() + "\" is loaded");
            assertThat(fields).containsExactly("spec.runtimeRef");
            return;
        }
        assertThat(answer.allowed())
                .as(answer.message())
                .isEqualTo(row.text("result").orElseThrow().equals("ok"));
        row.list("says").forEach(part -> assertThat(answer.message()).contains(part));
        if (!answer.allowed()) {
            assertThat(answer.code()).isEqualTo(403);
            assertThat(answer.reason()).isEqualTo("Forbidden");
            if (!row.list("fields").isEmpty()) {
                assertThat(fields).isEqualTo(row.list("fields"));
            }
        }
        for (String warning : row.list("warnings")) {
            assertThat(answer.warnings()).anyMatch(text -> text.contains(warning));
        }
        if (row.is("silent")) {
            assertThat(answer.warnings()).isEmpty();
        }
    }

    private static void assertHolds(Map<String, Object> stored, Map<String, Object> fields) {
        fields.forEach((field, value) -> {
            if (value instanceof Map) {
                assertHolds(Tree.child(stored, field), DecisionTable.object(value));
            } else {
                assertThat(stored.get(field)).as(field).isEqualTo(value);
            }
        });
    }

    private static AdmissionResponse review(
            AdmissionWebhook admission, String kind, Map<String, Object> object, Optional<Map<String, Object>> old) {
        return admission
                .review(new AdmissionRequest(
                        "uid",
                        old.isPresent() ? Operation.UPDATE : Operation.CREATE,
                        "trainer.kubeflow.org",
                        "v1alpha1",
                        "v1alpha1",
                        kind,
                        "",
                        "team-a",
                        "demo",
                        "someone",
                        false,
                        Optional.of(object),
                        old))
                .subscribe()
                .asCompletionStage()
                .toCompletableFuture()
                .join();
    }

    private static AdmissionWebhooks admissions(Row row) {
        GivenWorld world = new GivenWorld(row.list("active"), row.is("unreadable"));
        TABLE.runtimes().forEach((name, spec) -> {
            for (String kind : List.of("TrainingRuntime", "ClusterTrainingRuntime")) {
                Map<String, Object> runtime = object(kind, name, spec);
                if (name.equals("deprecated")) {
                    metadata(runtime).put("labels", Map.of("trainer.kubeflow.org/support", "deprecated"));
                }
                world.with(runtime);
            }
        });
        return new AdmissionWebhooks(
                world,
                Plugins.of(new PlainPlugin(), new TorchPlugin(), new XgboostPlugin(), volcano()),
                AdmissionSettings.DEFAULT,
                new ManualTimeSource(NOW));
    }

    private static VolcanoPlugin volcano() {
        VolcanoPlugin plugin = new VolcanoPlugin();
        plugin.start(new StartContext(Clock.systemUTC(), Map.of(), new PriorityClasses()));
        return plugin;
    }

    /** A cluster with the PriorityClass {@code silver} and nothing else. */
    private static final class PriorityClasses implements ObjectReader {
        @Override
        public <T extends HasMetadata> Uni<Optional<T>> find(Class<T> type, String namespace, String name) {
            return Uni.createFrom()
                    .item(
                            type == PriorityClass.class && name.equals("silver")
                                    ? Optional.of(type.cast(new PriorityClass()))
                                    : Optional.empty());
        }

        @Override
        public <T extends HasMetadata> Uni<List<T>> list(Class<T> type, String namespace) {
            return Uni.createFrom().item(List.of());
        }
    }

    private static Map<String, Object> trainJob(Row row, String part) {
        Map<String, Object> spec = row.tree(part).orElseThrow();
        spec.computeIfAbsent(
                "runtimeRef",
                absent -> new LinkedHashMap<>(Map.of(
                        "kind", "TrainingRuntime", "name", row.text("runtime").orElse("plain"))));
        Map<String, Object> trainJob = object("TrainJob", row.name(), spec);
        if (part.equals("spec")) {
            row.tree("labels").ifPresent(labels -> metadata(trainJob).put("labels", labels));
            if (row.is("deleted")) {
                metadata(trainJob).put("deletionTimestamp", "2026-05-01T09:00:00Z");
            }
        }
        return trainJob;
    }

    /** An object as it is after the definitions have filled in their defaults. */
    private static Map<String, Object> object(String kind, String name, Map<String, Object> spec) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("apiVersion", "trainer.kubeflow.org/v1alpha1");
        object.put("kind", kind);
        object.put("metadata", new LinkedHashMap<>(Map.of("name", name)));
        object.put("spec", spec);
        SCHEMAS.get(kind).applyDefaults(object);
        return object;
    }

    private static Map<String, Object> metadata(Map<String, Object> object) {
        return DecisionTable.object(object.get("metadata"));
    }

    private static StructuralSchema schema(String plural) {
        try {
            Map<String, Object> definition = new ObjectMapper(new YAMLFactory())
                    .readValue(
                            Path.of("../deploy/crds/trainer.kubeflow.org_" + plural + ".yaml")
                                    .toFile(),
                            new TypeReference<>() {});
            Object version = Tree.list(definition, "spec", "versions").get(0);
            return StructuralSchema.parse(Tree.child(version, "schema", "openAPIV3Schema"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
