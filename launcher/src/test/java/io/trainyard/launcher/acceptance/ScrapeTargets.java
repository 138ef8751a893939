package io.trainyard.launcher.acceptance;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The pods that Prometheus finds, with the labels that its discovery of pods gives them in a real cluster.
 *
 * @param file that Prometheus watches
 */
record ScrapeTargets(Path file) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String META = "__meta_kubernetes_pod_";

    /** From now on these, and no others. */
    void set(Collection<ShippedPod> pods) {
        List<Map<String, Object>> groups = pods.stream()
                .flatMap(pod -> Stream.of(
                        group(pod, "metrics", pod.metricsPort()),
                        group(pod, "webhook", pod.controller().webhookPort())))
                .toList();
        try {
            Path next = Files.writeString(file.resolveSibling("next.json"), JSON.writeValueAsString(groups));
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Object> group(ShippedPod pod, String port, int number) {
        Map<String, String> labels = new TreeMap<>();
        pod.labels()
                .forEach((name, value) -> labels.put(META + "label_" + name.replaceAll("[^a-zA-Z0-9]", "_"), value));
        labels.put(META + "name", pod.name());
        labels.put(META + "container_port_name", port);
        return Map.of("targets", List.of("localhost:" + number), "labels", labels);
    }

    /** For a scrape configuration, in the place of {@code kubernetes_sd_configs}. */
    List<Map<String, Object>> discovery() {
        return List.of(Map.of("files", List.of(file.toString())));
    }
}
