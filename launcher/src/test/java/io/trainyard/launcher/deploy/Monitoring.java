package io.trainyard.launcher.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trainyard.testcluster.programs.DeploymentTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The series that a controller exports, beside those that the board and the alert rules ask for. Prometheus' own parser reads the latter. */
final class Monitoring {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern SERIES = Pattern.compile("^([a-zA-Z_:][\\w:]*)(?:\\{(.*)})? \\S+$");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"(?:[^\"\\\\]|\\\\.)*\"");

    /** What Prometheus adds to every series; pod only where it is told to, and what asks for it does without. */
    private static final Set<String> OF_THE_TARGET = Set.of("job", "instance", "pod");

    private final Map<String, Set<String>> exported = new HashMap<>();

    /**
     * @param scraped what a scrape gave
     */
    Monitoring(String scraped) {
        scraped.lines().map(SERIES::matcher).filter(Matcher::matches).forEach(series -> {
            Set<String> labels = exported.computeIfAbsent(series.group(1), unused -> new HashSet<>());
            if (series.group(2) != null) {
                Matcher label = LABEL.matcher(series.group(2));
                while (label.find()) {
                    labels.add(label.group(1));
                }
            }
        });
    }

    void expectEverythingThatIsAskedForIsExported() throws IOException {
        List<JsonNode> asked = new ArrayList<>();
        read("rules", Tool.DEPLOY.resolve("monitoring/rules.yaml")).forEach(asked::add);
        read("expressions", expressionsOfTheBoard()).forEach(asked::add);

        assertThat(asked).hasSizeGreaterThan(50);
        assertThat(asked.stream()
                        .flatMap(each -> problems(each, asked).stream())
                        .distinct())
                .isEmpty();
    }

    private List<String> problems(JsonNode selection, List<JsonNode> all) {
        String metric = selection.path("metric").asText();
        String expression = selection.path("expression").asText();
        Set<String> known = new HashSet<>(OF_THE_TARGET);
        if (metric.isEmpty()) {
            // An aggregation may keep what any series in it has.
            all.stream()
                    .filter(other -> other.path("expression").asText().equals(expression))
                    .forEach(other -> known.addAll(
                            exported.getOrDefault(other.path("metric").asText(), Set.of())));
        } else if (!exported.containsKey(metric)) {
            return List.of(metric + " is not exported; asked for by " + expression);
        } else {
            known.addAll(exported.get(metric));
        }
        List<String> problems = new ArrayList<>();
        selection.path("labels").forEach(label -> {
            if (!known.contains(label.asText())) {
                problems.add((metric.isEmpty() ? expression : metric) + " has no label " + label.asText());
            }
        });
        return problems;
    }

    private static JsonNode read(String kind, Path file) throws IOException {
        return JSON.readTree(
                new Tool(DeploymentTool.RULES.find()).run(kind, file.toString()).expectSuccess());
    }

    private static Path expressionsOfTheBoard() throws IOException {
        JsonNode board =
                JSON.readTree(Tool.DEPLOY.resolve("monitoring/dashboard.json").toFile());
        List<String> expressions = new ArrayList<>();
        board.path("panels").forEach(panel -> panel.path("targets")
                .forEach(target -> expressions.add(target.path("expr").asText().replace("$namespace", ".*"))));
        return Files.write(Files.createTempFile("expressions", ".txt"), expressions);
    }
}
