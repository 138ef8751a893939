package io.trainyard.core.plugin;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What was found and what became of it, for logs, health and the {@code plugins} command.
 *
 * @param entries the plugins in use in the order of calls, then everything that could not be used
 */
public record PluginInventory(List<Entry> entries) {
    public PluginInventory {
        entries = List.copyOf(entries);
    }

    /**
     * One plugin, or a jar from which none could be loaded.
     *
     * @param name name of the plugin; of the folder or jar when the plugin could not tell
     * @param version Implementation-Version of its jar; empty when the jar does not say
     * @param origin the jar or folder; {@value #BUILT_IN} for what comes with the core
     * @param points where it takes part; empty when unknown
     * @param order its place in the order of calls
     * @param problem why it is not used; empty when it is
     */
    public record Entry(
            String name,
            String version,
            String origin,
            List<ExtensionPoint> points,
            int order,
            Optional<String> problem) {
        /** Origin of plugins that are part of the core. */
        public static final String BUILT_IN = "built in";

        public Entry {
            points = List.copyOf(points);
        }

        static Entry broken(PluginDirectory.Source source, String problem) {
            return new Entry(source.name(), "", source.location().toString(), List.of(), 0, Optional.of(problem));
        }

        /** One line that names plugin and problem. */
        String describeProblem() {
            return name + " (" + origin + "): " + problem.orElse("in use");
        }
    }

    /** The entries that are not in use. */
    public List<Entry> problems() {
        return entries.stream().filter(entry -> entry.problem().isPresent()).toList();
    }

    /** All problems in one text, separated by semicolons; empty when there are none. */
    public String describeProblems() {
        return problems().stream().map(Entry::describeProblem).collect(Collectors.joining("; "));
    }
}
