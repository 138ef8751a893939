package io.trainyard.local.api.ownership;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** An apply that was not forced meets fields of others. */
public final class FieldConflictException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<FieldConflict> conflicts;

    FieldConflictException(List<FieldConflict> conflicts) {
        super(message(conflicts), null, false, false);
        this.conflicts = List.copyOf(conflicts);
    }

    /** At least one, grouped by owner. */
    public List<FieldConflict> conflicts() {
        return conflicts;
    }

    private static String message(List<FieldConflict> conflicts) {
        if (conflicts.size() == 1) {
            FieldConflict only = conflicts.get(0);
            return "Apply failed with 1 conflict: conflict with " + only.owner() + ": " + only.path();
        }
        String list = conflicts.stream().collect(Collectors.groupingBy(FieldConflict::owner)).entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(owner -> "conflicts with " + owner.getKey() + ":\n"
                        + owner.getValue().stream()
                                .map(conflict -> "- " + conflict.path())
                                .collect(Collectors.joining("\n")))
                .collect(Collectors.joining("\n"));
        return "Apply failed with " + conflicts.size() + " conflicts: " + list;
    }
}
