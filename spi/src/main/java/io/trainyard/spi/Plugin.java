package io.trainyard.spi;

import io.trainyard.spi.parameters.ParameterContract;
import java.util.List;

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
     * metrics and messages to users, and selects the plugin in {@code mlPolicy.plugin.name}.
     */
    String name();

    /** Place in the order of calls: lower numbers first, equal numbers by name. Results must not depend on it. */
    default int order() {
        return 100;
    }

    /**
     * True for a plugin that takes longer than a millisecond or has to wait for something: its enforcing, building and validating then run on a few
     * worker threads of its own instead of the event loop, several at a time. Asked once, at start. A plugin that answers false and all the same
     * keeps the event loop is interrupted and from then on treated as a slow one. Mappers of watches and {@code TerminalCondition} are never slow.
     */
    default boolean isSlow() {
        return false;
    }

    /**
     * Called once before anything else. Constructors should do nothing; work that can fail belongs here.
     *
     * @throws RuntimeException when the plugin cannot work; it is then not used, and the message is shown to the operator
     */
    default void start(PluginContext context) {}

    /**
     * What the parameters of {@code mlPolicy.plugin} or {@code podGroupPolicy.plugin} must look like when they name this plugin; the host
     * refuses others at admission. Asked once, at start. A plugin reads them from {@code RuntimeInfo.policy()}.
     */
    default ParameterContract parameters() {
        return ParameterContract.ANYTHING;
    }

    /** What the controller must be allowed to do for this plugin beyond what it does for every TrainJob; empty for nothing. Constant. */
    default List<Permission> permissions() {
        return List.of();
    }
}
