package io.trainyard.core.kube;

import static io.trainyard.core.kube.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.config.SizeLimits;
import io.trainyard.core.controller.ControllerCaches;
import io.trainyard.core.kube.ScriptedApiServer.Answer;
import io.trainyard.core.kube.ScriptedApiServer.Received;
import io.trainyard.core.runtime.SnapshotKey;
import io.trainyard.spi.model.ResourceKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Objects as a real cluster made them, through the real caches. Nothing else may allocate meanwhile. */
@Tag("alone")
@DisplayName("What the caches hold of a TrainJob that runs (FAB-86)")
final class HeldJobsMemoryTest extends ScriptedCluster {
    private static final int MAX_BYTES_PER_JOB = 4_500;
    private static final int JOBS = 1_000;
    private static final int SHOWN = 25;
    private static final Pattern HISTOGRAM_LINE =
            Pattern.compile("(?m)^ *\\d+: +(?<count>\\d+) +(?<bytes>\\d+) +(?<name>\\S+)");

    /** As what a collector fills the gaps that it leaves between objects; the caches hold none of these. */
    private static final Set<String> GAPS = Set.of("[I", "jdk.internal.vm.FillerArray", "jdk.internal.vm.FillerObject");

    private int jobs;

    @Test
    @DisplayName("is a few kilobytes, TrainJob, JobSet, snapshot, Service and their indexes together")
    void aJobThatRunsTakesAFewKilobytes() {
        serve("/apis/trainer.kubeflow.org/v1alpha1/trainjobs", "trainjob");
        serve("/apis/jobset.x-k8s.io/v1alpha2/jobsets", "jobset");
        serve("/api/v1/configmaps", "snapshot");
        serve("/api/v1/services", "service");
        list("/apis/trainer.kubeflow.org/v1alpha1/trainingruntimes", "10");
        list("/apis/trainer.kubeflow.org/v1alpha1/clustertrainingruntimes", "10");
        // Whatever is loaded or made once shall be there before anything is counted.
        jobs = 20;
        ControllerCaches few = held();
        Map<String, Long> before = histogram();

        jobs = JOBS;
        ControllerCaches many = held();

        assertThat(many.everyTrainJob()).hasSize(JOBS);
        assertThat(many.jobSet(new ResourceKey("default", "held-00999"))).isPresent();
        assertThat(few.everyTrainJob()).hasSize(20);
        // What reads the last page may hold its bytes for a moment.
        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            Map<String, Long> after = histogram();
            assertThat((total(after) - total(before)) / JOBS)
                    .as(() -> "bytes for each TrainJob:\n" + table(before, after))
                    .isLessThan(MAX_BYTES_PER_JOB);
        });
    }

    private ControllerCaches held() {
        Informers informers = client.informers(time);
        ControllerCaches caches =
                new ControllerCaches(informers, client.requests(), time, SnapshotKey.random(), SizeLimits.DEFAULT);
        await(informers.start());
        return caches;
    }

    private void serve(String path, String template) {
        String text = resource(template);
        server.always("GET", path, request -> page(request, text));
    }

    private Answer page(Received request, String template) {
        int limit = parameter(request, "limit", jobs);
        int from = parameter(request, "continue", 0);
        int to = Math.min(jobs, from + limit);
        String items = IntStream.range(from, to)
                .mapToObj(number -> template.replace("NAME", String.format(Locale.ROOT, "held-%05d", number))
                        .replace("NUMBER", String.format(Locale.ROOT, "%012x", number))
                        .replace("VERSION", String.valueOf(1_000_000 + number)))
                .collect(Collectors.joining(","));
        String next = to < jobs ? ",\"continue\":\"" + to + "\"" : "";
        return Answer.ok("{\"kind\":\"List\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"10\"" + next
                + "},\"items\":[" + items + "]}");
    }

    private static int parameter(Received request, String name, int defaultValue) {
        return List.of(request.query().split("&")).stream()
                .filter(part -> part.startsWith(name + "="))
                .map(part -> Integer.parseInt(part.substring(name.length() + 1)))
                .findFirst()
                .orElse(defaultValue);
    }

    private static String resource(String name) {
        try (var stream = HeldJobsMemoryTest.class.getResourceAsStream("/held/" + name + ".json")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Bytes of what is reachable, by class. */
    private static Map<String, Long> histogram() {
        try {
            String text = (String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()});
            Map<String, Long> bytes = new HashMap<>();
            Matcher line = HISTOGRAM_LINE.matcher(text);
            while (line.find()) {
                if (GAPS.contains(line.group("name"))) {
                    continue;
                }
                bytes.merge(line.group("name"), Long.parseLong(line.group("bytes")), Long::sum);
            }
            return bytes;
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long total(Map<String, Long> histogram) {
        return histogram.values().stream().mapToLong(Long::longValue).sum();
    }

    private static String table(Map<String, Long> before, Map<String, Long> after) {
        return after.entrySet().stream()
                .map(entry ->
                        Map.entry(entry.getKey(), (entry.getValue() - before.getOrDefault(entry.getKey(), 0L)) / JOBS))
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .limit(SHOWN)
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining("\n"));
    }
}
