package io.trainyard.core.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which plugin decides when a TrainJob has ended: the one that the operator names, else none, and the JobSet is asked. There can be only one, so
 * a plugin that nobody chose is left out as a whole.
 *
 * @param candidates the plugins to start, in the order in which they were found
 * @param leftOut those that are not started, each with the reason
 */
record TerminalConditionChoice(List<Candidate> candidates, List<PluginInventory.Entry> leftOut) {
    private static final String KEY = "trainyard.plugins.terminalCondition";

    TerminalConditionChoice {
        candidates = List.copyOf(candidates);
        leftOut = List.copyOf(leftOut);
    }

    /**
     * Chooses.
     *
     * @param found all plugins, each name once
     * @param chosen name of the plugin that the operator wants; empty for none
     * @throws PluginLoadException when the plugin of that name has no terminal condition
     */
    static TerminalConditionChoice of(List<Candidate> found, Optional<String> chosen) {
        List<Candidate> candidates = new ArrayList<>();
        List<PluginInventory.Entry> leftOut = new ArrayList<>();
        for (Candidate candidate : found) {
            boolean isChosen = chosen.filter(candidate.name()::equals).isPresent();
            boolean hasOne = candidate.points().contains(ExtensionPoint.TERMINAL_CONDITION);
            if (isChosen && !hasOne) {
                throw new PluginLoadException(
                        KEY + " names " + candidate.describe() + ", which has no TerminalCondition");
            }
            if (isChosen || !hasOne) {
                candidates.add(candidate);
            } else {
                leftOut.add(candidate.entry(Optional.of(problem(candidate, chosen))));
            }
        }
        return new TerminalConditionChoice(candidates, leftOut);
    }

    private static String problem(Candidate candidate, Optional<String> chosen) {
        return "has a TerminalCondition, but "
                + chosen.map(name -> "plugin " + name + " decides").orElse("the JobSet decides")
                + " when a TrainJob has ended; to let it decide instead, set " + KEY + ": " + candidate.name();
    }
}
