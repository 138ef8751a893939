package io.trainyard.launcher.seeds;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.launcher.fuzz.Findings;
import io.trainyard.launcher.fuzz.WholeWay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every runtime and every TrainJob in {@code deploy/runtimes} and {@code examples}, as a laptop's API server takes them: gangs of all three schedulers too. */
@DisplayName(
        "LOCAL-54c, LOCAL-123: what we ship goes the whole way in a laptop's API server: schema, webhooks, compiler, PodGroups, JobSet, Jobs")
final class ShippedManifestsTest {
    private static final List<Map<String, Object>> OBJECTS = objects();
    private static Findings findings;
    private static WholeWay way;

    @BeforeAll
    static void start() {
        findings = new Findings();
        way = new WholeWay(findings);
        OBJECTS.stream()
                .map(object -> Tree.text(object, "metadata", "namespace"))
                .filter(namespace -> !namespace.isEmpty())
                .forEach(way::addNamespace);
    }

    @AfterAll
    static void stop() {
        way.close();
    }

    /** A TrainJob, by its name and the runtime that it names. */
    record Pair(Map<String, Object> runtime, Map<String, Object> trainJob) {
        @Override
        public String toString() {
            return Tree.text(runtime, "metadata", "name") + " / " + Tree.text(trainJob, "metadata", "name");
        }
    }

    static List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        for (Map<String, Object> runtime : OBJECTS) {
            if (Tree.text(runtime, "kind").endsWith("TrainingRuntime")) {
                String kind = Tree.text(runtime, "kind");
                String name = Tree.text(runtime, "metadata", "name");
                Map<String, Object> metadata = Tree.of("name", "job");
                Tree.string(runtime, "metadata", "namespace").ifPresent(given -> metadata.put("namespace", given));
                pairs.add(new Pair(
                        runtime,
                        Tree.of(
                                "apiVersion",
                                "trainer.kubeflow.org/v1alpha1",
                                "kind",
                                "TrainJob",
                                "metadata",
                                metadata,
                                "spec",
                                Tree.of("runtimeRef", Tree.of("kind", kind, "name", name)))));
                OBJECTS.stream()
                        .filter(job -> "TrainJob".equals(job.get("kind")))
                        .filter(job -> name.equals(Tree.text(job, "spec", "runtimeRef", "name")))
                        .filter(job -> kind.equals(
                                Tree.string(job, "spec", "runtimeRef", "kind").orElse("ClusterTrainingRuntime")))
                        .forEach(job -> pairs.add(new Pair(runtime, job)));
            }
        }
        return pairs;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pairs")
    void goesTheWholeWay(Pair pair) {
        WholeWay.End end = way.go(pair.runtime(), pair.trainJob());

        assertThat(end).as(way.refusal()).isEqualTo(WholeWay.End.RUNS);
        assertThat(findings.toString()).isEmpty();
    }

    private static List<Map<String, Object>> objects() {
        List<Map<String, Object>> objects = new ArrayList<>();
        for (String folder : List.of("../deploy/runtimes", "../examples")) {
            try (Stream<Path> files = Files.walk(Path.of(folder))) {
                for (Path file : files.filter(file -> file.toString().endsWith(".yaml"))
                        // Needs the plugin beside it, which a test of its own builds.
                        .filter(file -> !file.toString().contains("vendor-plugin"))
                        .sorted()
                        .toList()) {
                    for (Object document : Yaml.parseAll(Files.readString(file))) {
                        if (document instanceof Map<?, ?> object) {
                            objects.add(Tree.object(object));
                        }
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return objects;
    }
}
