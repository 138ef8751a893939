package io.trainyard.bench.reference;

import io.trainyard.testcluster.AuditRecord;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Writes of a controller by what they were, such as {@code patch trainjobs/status}; those of its Lease apart.
 *
 * @param byKind how many of each, refused ones included
 * @param refused how many of them were refused
 * @param lease writes of the Lease
 */
record Writes(Map<String, Long> byKind, long refused, long lease) {
    private static final int FIRST_REFUSAL = 400;

    static Writes of(List<AuditRecord> records) {
        List<AuditRecord> writes = records.stream().filter(AuditRecord::isWrite).toList();
        List<AuditRecord> objects = writes.stream()
                .filter(write -> !write.resource().equals("leases"))
                .toList();
        return new Writes(
                objects.stream().collect(Collectors.groupingBy(Writes::kind, TreeMap::new, Collectors.counting())),
                objects.stream().filter(write -> write.code() >= FIRST_REFUSAL).count(),
                writes.size() - objects.size());
    }

    private static String kind(AuditRecord write) {
        return write.verb() + " " + write.resource() + (write.subresource().isEmpty() ? "" : "/" + write.subresource());
    }

    long total() {
        return byKind.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Such as {@code 2,000: create configmaps 1,000, create jobsets 1,000}. */
    String inWords() {
        String kinds = byKind.entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue())
                .collect(Collectors.joining(", "));
        return total() + (kinds.isEmpty() ? "" : ": " + kinds) + (refused == 0 ? "" : "; refused: " + refused);
    }
}
