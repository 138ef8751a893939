package io.trainyard.launcher.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that repeat others are made by {@code deploy/generate}, never by hand. */
final class GeneratedFilesTest {
    private static final Path CHART = Tool.DEPLOY.resolve("helm/trainyard");

    @ParameterizedTest
    @CsvSource({"crds,crds", "webhooks,webhooks", "user-roles,user-roles", "runtimes,runtimes"})
    @DisplayName("the chart's copies are those of the folder; if not, run deploy/generate")
    void copiesAreEqual(String copy, String original) throws IOException {
        assertThat(contents(CHART.resolve("files").resolve(copy)))
                .isNotEmpty()
                .isEqualTo(contents(Tool.DEPLOY.resolve(original)));
    }

    @Test
    @DisplayName("roles, rules and board of the chart are those of deploy; if not, run deploy/generate")
    void filesAreEqual() throws IOException {
        for (String file : new String[] {
            "monitoring/rules.yaml", "monitoring/dashboard.json", "rbac/roles.yaml", "rbac/admission-policy.yaml"
        }) {
            assertThat(Files.readString(CHART.resolve("files").resolve(file)))
                    .as(file)
                    .isEqualTo(Files.readString(Tool.DEPLOY.resolve(file)));
        }
        String rules = Files.readString(Tool.DEPLOY.resolve("monitoring/rules.yaml"))
                .lines()
                .map(line -> ("  " + line))
                .collect(Collectors.joining("\n", "", "\n"));
        assertThat(Files.readString(Tool.DEPLOY.resolve("overlays/prometheus/prometheus-rule.yaml")))
                .endsWith(rules);
    }

    @Test
    @DisplayName("the chart's README has all values with their comments; if not, run deploy/generate")
    void readmeOfTheChart() throws IOException {
        String generated = new Tool(Path.of("python3"))
                .run(Tool.DEPLOY.resolve("helm/readme").toString())
                .expectSuccess();

        assertThat(Files.readString(CHART.resolve("README.md"))).isEqualTo(generated);
        assertThat(generated).contains("- `manager.replicas` (`2`): All replicas");
    }

    @ParameterizedTest
    @ValueSource(strings = {"runtimes", "runtimes/gang/coscheduling", "runtimes/gang/volcano", "runtimes/gang/kai"})
    @DisplayName("each runtime is in the list for kustomize; if not, run deploy/generate")
    void runtimesAreListed(String folder) throws IOException {
        String list = Files.readString(Tool.DEPLOY.resolve(folder).resolve("Kustomization"));

        assertThat(list.lines().filter(line -> line.startsWith("  - ")).map(line -> line.substring(4)))
                .isNotEmpty()
                .containsExactlyElementsOf(contents(Tool.DEPLOY.resolve(folder)).keySet());
    }

    @Test
    @DisplayName(
            "runtimes for gang schedulers: each has an overlay, and a copy in the chart; if not, run deploy/generate")
    void runtimesForGangSchedulersAreCopied() throws IOException {
        Map<String, String> originals = new TreeMap<>();
        try (Stream<Path> schedulers = Files.list(Tool.DEPLOY.resolve("runtimes/gang"))) {
            for (Path scheduler : schedulers.toList()) {
                originals.putAll(contents(scheduler));
                assertThat(Tool.DEPLOY.resolve("overlays/gang").resolve(scheduler.getFileName()))
                        .isDirectoryContaining("glob:**/kustomization.yaml");
            }
        }

        assertThat(contents(CHART.resolve("files/gang-runtimes")))
                .hasSizeGreaterThanOrEqualTo(3)
                .isEqualTo(originals);
    }

    private static Map<String, String> contents(Path folder) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".yaml")).toList()) {
                contents.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return contents;
    }
}
