package io.trainyard.launcher.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Prometheus' own promtool says of the alerts. Without it the tests are skipped, but for {@code -Dtestcluster.required=true}. */
@DisplayName("Alerts that ship (OPS-37, OPS-38)")
final class AlertsTest {
    private static final Path RULES = Tool.DEPLOY.resolve("monitoring/rules.yaml");
    private static final Path BOARD = Tool.DEPLOY.resolve("monitoring/dashboard.json");
    private static final Path MONITORING = Path.of("..", "docs", "operate", "monitoring.md");
    private static final Path CASES = Path.of("src/test/resources/alerts.yaml");
    private static final Pattern SCRAPES = Pattern.compile("```yaml\n(- job_name: trainyard\n.*?)```", Pattern.DOTALL);
    private static final String DISCOVERY =
            "kubernetes_sd_configs: [{role: pod, namespaces: {names: [kubeflow-system]}}]";

    @TempDir
    private Path folder;

    @Test
    @DisplayName("each fires when it should, and none on a healthy installation with a follower and 116 held TrainJobs")
    void alertsTellTheTruth() throws IOException {
        Tool promtool = promtool();
        promtool.run("check", "rules", RULES.toString()).expectSuccess();
        Path cases = Files.writeString(
                folder.resolve("cases.yaml"), Files.readString(CASES).replace("RULES", RULES.toString()));

        promtool.run("test", "rules", cases.toString()).expectSuccess();
    }

    @Test
    @DisplayName("no alert is without a case in which it fires")
    void everyAlertIsTried() throws IOException {
        String cases = Files.readString(CASES);

        assertThat(alerts())
                .extracting(alert -> alert.path("alert").asText())
                .hasSizeGreaterThan(10)
                .allSatisfy(name ->
                        assertThat(cases).contains("ALERTS{alertname=\"%s\", alertstate=\"firing\"".formatted(name)));
    }

    @Test
    @DisplayName("each has a section of its name on the page about monitoring, which has no others")
    void everyAlertHasARunbook() throws IOException {
        List<String> lines = Files.readString(MONITORING).lines().toList();
        List<String> sections = lines.subList(lines.indexOf("## Alerts"), lines.size()).stream()
                .filter(line -> line.startsWith("### "))
                .map(line -> line.substring(4))
                .toList();

        assertThat(sections)
                .containsExactlyElementsOf(alerts().stream()
                        .map(alert -> alert.path("alert").asText())
                        .toList());
    }

    @Test
    @DisplayName("no query of rules and board selects by a label that a Prometheus without its operator lacks")
    void anyPrometheusWillDo() throws IOException {
        List<String> queries = new ArrayList<>();
        alerts().forEach(alert -> queries.add(alert.path("expr").asText()));
        new ObjectMapper().readTree(BOARD.toFile()).path("panels").forEach(panel -> panel.path("targets")
                .forEach(target -> queries.add(target.path("expr").asText())));

        assertThat(queries).hasSizeGreaterThan(40).allSatisfy(query -> assertThat(query)
                .doesNotContainPattern("[{,]\\s*(job|instance|pod|service|container|endpoint)\\s*(=|!)"));
    }

    @Test
    @DisplayName("the scrape configuration of the documents is one, but for the pods that it finds")
    void theDocumentedScrapeIsValid() throws IOException {
        Tool promtool = promtool();
        Matcher documented = SCRAPES.matcher(Files.readString(MONITORING));
        assertThat(documented.find()).isTrue();
        assertThat(documented.group(1)).contains(DISCOVERY);
        // Debian's promtool is built without Kubernetes.
        Path configuration = Files.writeString(
                folder.resolve("prometheus.yaml"),
                "scrape_configs:\n"
                        + documented.group(1).replace(DISCOVERY, "static_configs: [{targets: ['192.0.2.1:8443']}]"));

        promtool.run("check", "config", "--syntax-only", configuration.toString())
                .expectSuccess();
    }

    private static Tool promtool() {
        List<Path> found = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, "promtool"))
                .filter(Files::isExecutable)
                .toList();
        assumeTrue(
                !found.isEmpty() || Boolean.getBoolean("testcluster.required"),
                "there is no promtool on the PATH: install the Debian package prometheus");
        assertThat(found).as("promtool on the PATH").isNotEmpty();
        return new Tool(found.get(0));
    }

    private static List<JsonNode> alerts() throws IOException {
        JsonNode rules = new ObjectMapper(new YAMLFactory()).readTree(RULES.toFile());
        List<JsonNode> alerts = new ArrayList<>();
        rules.path("groups").forEach(group -> group.path("rules").forEach(alerts::add));
        return alerts;
    }
}
