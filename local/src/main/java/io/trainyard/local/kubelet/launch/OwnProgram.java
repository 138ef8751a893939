package io.trainyard.local.kubelet.launch;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A program of the user's own, which sees the machine as his shell does.
 *
 * @param given names of the variables that the user has given to it
 * @param shell all variables of his shell
 */
public record OwnProgram(Set<String> given, Map<String, String> shell) {
    /** Every pod of a Job has it. */
    private static final String INDEX = "JOB_COMPLETION_INDEX";

    public OwnProgram {
        given = Set.copyOf(given);
        shell = Map.copyOf(shell);
    }

    /** Whether somebody has told the container of others. */
    boolean isOneOf(Map<String, String> container) {
        return container.keySet().stream().anyMatch(name -> !given.contains(name) && !name.equals(INDEX));
    }

    /** Of the variables of a container that knows no others those that the user has given. */
    Map<String, String> alone(Map<String, String> container) {
        Map<String, String> left = new LinkedHashMap<>(container);
        left.keySet().retainAll(given);
        return left;
    }
}
