package io.trainyard.launcher.acceptance;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.trainyard.launcher.deploy.Tool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The shipped alert rules with shorter times: each {@code for} and each range window is divided by one factor. Thresholds stay.
 *
 * @param yaml as Prometheus reads them
 * @param waits how long each alert is pending before it fires, by its name
 */
record ShortenedRules(String yaml, Map<String, Duration> waits) {
    static final Path SHIPPED = Tool.DEPLOY.resolve("monitoring/rules.yaml");

    private static final Pattern WINDOW = Pattern.compile("\\[((?:\\d+(?:ms|[smhdw]))+)]");
    private static final Pattern PART = Pattern.compile("(\\d+)(ms|[smhdw])");

    /**
     * Shortens rules.
     *
     * @param shipped the text of {@code deploy/monitoring/rules.yaml}
     * @param factor above 0
     */
    static ShortenedRules of(String shipped, int factor) {
        Map<String, Object> file = object(Serialization.unmarshal(shipped, Map.class));
        Map<String, Duration> waits = new LinkedHashMap<>();
        for (Object group : list(file.get("groups"))) {
            for (Object each : list(object(group).get("rules"))) {
                Map<String, Object> rule = object(each);
                rule.put("expr", withShortWindows(String.valueOf(rule.get("expr")), factor));
                if (rule.containsKey("alert")) {
                    Duration wait = parse(String.valueOf(rule.getOrDefault("for", "0s")))
                            .dividedBy(factor);
                    rule.put("for", text(wait));
                    waits.put(String.valueOf(rule.get("alert")), wait);
                }
            }
        }
        return new ShortenedRules(Serialization.asYaml(file), Map.copyOf(waits));
    }

    private static String withShortWindows(String expression, int factor) {
        return WINDOW.matcher(expression)
                .replaceAll((MatchResult window) ->
                        "[" + text(parse(window.group(1)).dividedBy(factor)) + "]");
    }

    static String text(Duration duration) {
        return duration.toMillis() + "ms";
    }

    /** A duration as Prometheus writes it, such as {@code 1h30m}. */
    static Duration parse(String text) {
        Duration sum = Duration.ZERO;
        Matcher part = PART.matcher(text);
        int end = 0;
        while (part.find() && part.start() == end) {
            sum = sum.plus(unit(part.group(2)).multipliedBy(Long.parseLong(part.group(1))));
            end = part.end();
        }
        if (text.isEmpty() || end != text.length()) {
            throw new IllegalArgumentException("not a duration of Prometheus: " + text);
        }
        return sum;
    }

    private static Duration unit(String name) {
        return switch (name) {
            case "ms" -> Duration.ofMillis(1);
            case "s" -> Duration.ofSeconds(1);
            case "m" -> Duration.ofMinutes(1);
            case "h" -> Duration.ofHours(1);
            case "d" -> Duration.ofDays(1);
            default -> Duration.ofDays(7);
        };
    }

    @SuppressWarnings("unchecked") // keys of YAML are text here
    private static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    private static List<?> list(Object value) {
        return (List<?>) value;
    }
}
