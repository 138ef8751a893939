package io.trainyard.launcher.failover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What replicas have changed on the API server, by its audit log.
 *
 * @param all in the order in which the API server received them; without what every replica may write: Leases, events, certificates
 */
record Writes(List<Write> all) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> OF_THE_LEADER =
            Set.of("trainjobs", "jobsets", "configmaps", "trainingruntimes", "clustertrainingruntimes");
    private static final Set<String> VERBS = Set.of("create", "update", "patch", "delete");

    /**
     * One change.
     *
     * @param writer user name of the replica
     * @param received when the API server got it
     * @param answered when the API server had answered
     */
    record Write(
            String writer, String verb, String resource, String name, int code, Instant received, Instant answered) {}

    /**
     * The time in which one replica wrote.
     *
     * @param first when its first write was received
     * @param last when its last write was answered
     */
    record Reign(String writer, Instant first, Instant last) {}

    /** Reads an audit log to its end; a line that is being written is left out. */
    static Writes read(Path auditLog) {
        try (Stream<String> lines = Files.lines(auditLog)) {
            return new Writes(lines.filter(line -> line.endsWith("}"))
                    .filter(line -> line.contains("impersonatedUser"))
                    .map(Writes::parse)
                    .flatMap(Optional::stream)
                    .sorted(Comparator.comparing(Write::received))
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<Write> parse(String line) {
        try {
            JsonNode event = JSON.readTree(line);
            JsonNode object = event.path("objectRef");
            if (!VERBS.contains(event.path("verb").asText())
                    || !OF_THE_LEADER.contains(object.path("resource").asText())) {
                return Optional.empty();
            }
            return Optional.of(new Write(
                    event.path("impersonatedUser").path("username").asText(),
                    event.path("verb").asText(),
                    object.path("resource").asText(),
                    object.path("name").asText(),
                    event.path("responseStatus").path("code").asInt(),
                    Instant.parse(event.path("requestReceivedTimestamp").asText()),
                    Instant.parse(event.path("stageTimestamp").asText())));
        } catch (IOException e) {
            throw new UncheckedIOException("a line of the audit log is no JSON", e);
        }
    }

    /** Who wrote when, in the order of the first writes. */
    List<Reign> reigns() {
        Map<String, Reign> reigns = new LinkedHashMap<>();
        all.forEach(write -> reigns.merge(
                write.writer(),
                new Reign(write.writer(), write.received(), write.answered()),
                (before, now) -> new Reign(
                        before.writer(),
                        before.first(),
                        before.last().isAfter(now.last()) ? before.last() : now.last())));
        return List.copyOf(reigns.values());
    }

    /** The first change by anybody else after a moment; empty when there is none yet. */
    Optional<Instant> firstByOthers(String writer, Instant after) {
        return all.stream()
                .filter(write ->
                        !write.writer().equals(writer) && write.received().isAfter(after))
                .map(Write::received)
                .findFirst();
    }

    /** How often JobSets were created, by name. */
    Map<String, Long> createdJobSets() {
        Map<String, Long> created = new LinkedHashMap<>();
        all.stream()
                .filter(write ->
                        write.resource().equals("jobsets") && write.verb().equals("create") && write.code() == 201)
                .forEach(write -> created.merge(write.name(), 1L, Long::sum));
        return created;
    }
}
