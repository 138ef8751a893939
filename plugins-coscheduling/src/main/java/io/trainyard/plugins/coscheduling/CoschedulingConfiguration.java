package io.trainyard.plugins.coscheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * What an operator may set for all jobs that coscheduling starts.
 *
 * @param schedulerName name under which scheduler-plugins runs beside the default scheduler; empty when it replaces that, or when templates name it
 * @param injectSchedulerName whether pods that name no scheduler get that one
 */
record CoschedulingConfiguration(String schedulerName, boolean injectSchedulerName) {
    /** The values of an absent configuration. */
    static final CoschedulingConfiguration DEFAULT = new CoschedulingConfiguration("", true);

    private static final String SCHEDULER_NAME = "schedulerName";
    private static final String INJECT = "injectSchedulerName";
    private static final List<String> KEYS = List.of(INJECT, SCHEDULER_NAME);

    /**
     * Reads a configuration; absent keys have their default.
     *
     * @throws IllegalArgumentException that names every unknown key and every wrong value
     */
    static CoschedulingConfiguration parse(Map<String, Object> tree) {
        List<String> problems = new ArrayList<>();
        for (String key : new TreeSet<>(tree.keySet())) {
            if (!KEYS.contains(key)) {
                problems.add(key + ": unknown; known are " + String.join(", ", KEYS));
            }
        }
        Object name = tree.getOrDefault(SCHEDULER_NAME, DEFAULT.schedulerName());
        Object inject = tree.getOrDefault(INJECT, DEFAULT.injectSchedulerName());
        if (!(name instanceof String)) {
            problems.add(SCHEDULER_NAME + ": must be the name of a scheduler, not " + name);
        }
        if (!(inject instanceof Boolean)) {
            problems.add(INJECT + ": must be true or false, not " + inject);
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("configuration of plugin coscheduling: " + String.join("; ", problems));
        }
        return new CoschedulingConfiguration((String) name, (Boolean) inject);
    }

    /** The names that pods may carry; empty when they are not known. */
    List<String> schedulerNames() {
        return schedulerName.isEmpty() ? List.of() : List.of(schedulerName);
    }
}
