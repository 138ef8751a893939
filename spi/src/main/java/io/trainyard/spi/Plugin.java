package io.trainyard.spi;

/**
 * One extension of Trainyard: support for a framework, a scheduler, or anything that takes part in turning a TrainJob into objects.
 *
 * <p>A plugin is a public class with a public constructor without parameters, named in
 * {@code META-INF/services/io.trainyard.spi.Plugin} of its jar, that implements one or more interfaces of
 * {@code io.trainyard.spi.extension}. The host makes one instance when the process starts and calls it on its event loop, one call at a
 * time, unless an interface says otherwise. A plugin keeps no state about TrainJobs: the same input always gives the same answer.
 */
public interface Plugin {
    /**
     * The name, unique among all plugins: letters, digits, {@code -}, {@code _} and {@code .}, at most 63 characters. It appears in logs,
     * metrics and messages to users, and selects the plugin in {@code mlPolicy.plugin.name} (API-204).
     */
    String name();

    /** Place in the order of calls: lower numbers first, equal numbers by name (PIPE-04). Results must not depend on it. */
    default int order() {
        return 100;
    }

    /**
     * Called once before anything else. Constructors should do nothing; work that can fail belongs here.
     *
     * @throws RuntimeException when the plugin cannot work; it is then not used, and the message is shown to the operator
     */
    default void start(PluginContext context) {}
}
