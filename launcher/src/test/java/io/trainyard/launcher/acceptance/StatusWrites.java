package io.trainyard.launcher.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Who wrote the status of TrainJobs and held the Lease, by the audit log. The replicas are one ServiceAccount and told apart by their tokens.
 *
 * @param statuses writes of statuses, in the order in which the API server received them
 * @param leases successful writes of the Lease, in the same order
 */
record StatusWrites(List<Write> statuses, List<Write> leases) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TOKEN = "authentication.kubernetes.io/credential-id";
    private static final Set<String> CHANGES = Set.of("create", "update", "patch");

    /**
     * A change.
     *
     * @param writer name of the replica
     * @param received when the API server got it
     * @param answered when the API server had answered
     */
    record Write(String writer, Instant received, Instant answered) {}

    /**
     * Reads it.
     *
     * @param lines of the audit log
     * @param replicas name of each replica by the id of its token
     */
    static StatusWrites of(Stream<String> lines, Map<String, String> replicas) {
        List<Write> statuses = new ArrayList<>();
        List<Write> leases = new ArrayList<>();
        Iterable<JsonNode> events =
                () -> lines.filter(line -> line.contains("\"trainjobs\"") || line.contains("\"leases\""))
                        .map(StatusWrites::event)
                        .iterator();
        for (JsonNode event : events) {
            JsonNode object = event.path("objectRef");
            Optional<Write> write = write(event, replicas);
            if (write.isEmpty()) {
                continue;
            }
            if (object.path("resource").asText().equals("trainjobs")
                    && object.path("subresource").asText().equals("status")) {
                statuses.add(write.get());
            } else if (object.path("resource").asText().equals("leases")
                    && event.path("responseStatus").path("code").asInt() < 300) {
                leases.add(write.get());
            }
        }
        statuses.sort(Comparator.comparing(Write::received));
        leases.sort(Comparator.comparing(Write::received));
        return new StatusWrites(statuses, leases);
    }

    private static Optional<Write> write(JsonNode event, Map<String, String> replicas) {
        String token =
                event.path("user").path("extra").path(TOKEN).path(0).asText().replace("JTI=", "");
        if (!CHANGES.contains(event.path("verb").asText()) || !replicas.containsKey(token)) {
            return Optional.empty();
        }
        return Optional.of(new Write(
                replicas.get(token),
                Instant.parse(event.path("requestReceivedTimestamp").asText()),
                Instant.parse(event.path("stageTimestamp").asText())));
    }

    private static JsonNode event(String line) {
        try {
            return JSON.readTree(line);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(line, e);
        }
    }

    /** Each moment at which two replicas wrote statuses side by side, or one did after another one had taken the Lease. */
    List<String> conflicts() {
        List<String> conflicts = new ArrayList<>();
        Map<String, Write> last = new TreeMap<>();
        for (Write now : statuses) {
            last.values().stream()
                    .filter(other -> !other.writer().equals(now.writer())
                            && !now.received().isAfter(other.answered()))
                    .forEach(other -> conflicts.add(now + " begins before this has ended: " + other));
            last.merge(now.writer(), now, (one, two) -> one.answered().isAfter(two.answered()) ? one : two);
        }
        for (Write status : statuses) {
            holder(status.received())
                    .filter(holder -> !holder.writer().equals(status.writer()))
                    .ifPresent(holder -> conflicts.add(status + " while " + holder + " holds the Lease"));
        }
        return conflicts;
    }

    /** The last who wrote the Lease before a moment. */
    private Optional<Write> holder(Instant moment) {
        return leases.stream()
                .filter(lease -> !lease.answered().isAfter(moment))
                .reduce((first, second) -> second);
    }

    /** How many statuses each replica wrote. */
    Map<String, Integer> byWriter() {
        Map<String, Integer> counts = new TreeMap<>();
        statuses.forEach(status -> counts.merge(status.writer(), 1, Integer::sum));
        return counts;
    }
}
