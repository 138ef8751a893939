package io.trainyard.launcher.failover;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What replicas have changed on the API server, by its audit log.
 *
 * @param all in the order in which the API server received them; without what every replica may write: events, certificates
 */
record Writes(List<Write> all) {
    private static final String LEASES = "leases";
    private static final Set<String> RESOURCES =
            Set.of("trainjobs", "jobsets", "configmaps", "trainingruntimes", "clustertrainingruntimes", LEASES);
    private static final Set<String> VERBS = Set.of("create", "update", "patch", "delete");

    /**
     * One change.
     *
     * @param writer user name of the replica
     * @param received when the API server got it
     * @param answered when the API server had answered
     */
    record Write(
            String writer, String verb, String resource, String name, int code, Instant received, Instant answered) {
        boolean ofLease() {
            return resource.equals(LEASES);
        }
    }

    /**
     * The time in which one replica wrote.
     *
     * @param first when its first write was received
     * @param last when its last write was answered
     */
    record Reign(String writer, Instant first, Instant last) {}

    /**
     * One line of the audit log.
     *
     * @param event one event of the audit log
     * @return empty when it is not about a change by a replica
     */
    static Optional<Write> parse(JsonNode event) {
        JsonNode object = event.path("objectRef");
        if (!VERBS.contains(event.path("verb").asText())
                || !RESOURCES.contains(object.path("resource").asText())) {
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
    }

    /** Who wrote when, in the order of the first writes; the Lease does not count. */
    List<Reign> reigns() {
        Map<String, Reign> reigns = new LinkedHashMap<>();
        all.stream()
                .filter(write -> !write.ofLease())
                .forEach(write -> reigns.merge(
                        write.writer(),
                        new Reign(write.writer(), write.received(), write.answered()),
                        (before, now) -> new Reign(
                                before.writer(),
                                before.first(),
                                before.last().isAfter(now.last()) ? before.last() : now.last())));
        return List.copyOf(reigns.values());
    }

    /** The changes of anything but the Lease by one replica. */
    List<Write> by(String writer) {
        return all.stream()
                .filter(write -> !write.ofLease() && write.writer().equals(writer))
                .toList();
    }

    /** Whether somebody has changed anything but the Lease. */
    boolean hasWritten(String writer) {
        return !by(writer).isEmpty();
    }

    /** The first change of anything but the Lease by anybody else after a moment; empty when there is none yet. */
    Optional<Write> firstByOthers(String writer, Instant after) {
        return all.stream()
                .filter(write -> !write.ofLease()
                        && !write.writer().equals(writer)
                        && write.received().isAfter(after))
                .findFirst();
    }

    /** When somebody first got the Lease after a moment. */
    Optional<Instant> leaseTaken(String writer, Instant after) {
        return renewals(writer).filter(answered -> answered.isAfter(after)).findFirst();
    }

    /** When somebody's last renewal was answered. */
    Optional<Instant> leaseLastRenewed(String writer) {
        return renewals(writer).reduce((first, second) -> second);
    }

    private Stream<Instant> renewals(String writer) {
        return all.stream()
                .filter(write -> write.ofLease() && write.writer().equals(writer) && write.code() < 300)
                .map(Write::answered);
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
