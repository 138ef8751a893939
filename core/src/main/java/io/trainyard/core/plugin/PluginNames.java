package io.trainyard.core.plugin;

import io.trainyard.foundation.regex.LinearPattern;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which names plugins may have: short enough for a label, and none that the API uses for a policy of its own. */
public final class PluginNames {
    private static final LinearPattern VALID = LinearPattern.of("[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");

    /** Members of {@code mlPolicy} that plugins of our own serve, each named as its plugin. */
    public static final List<String> ML_POLICIES =
            List.of("torch", "mpi", "jax", "xgboost", "flux", "tensorflow", "paddle");

    /** Members of {@code podGroupPolicy} that plugins of our own serve, each named as its plugin. */
    public static final List<String> POD_GROUP_POLICIES = List.of("coscheduling", "volcano", "kai");

    /** What is always there. */
    private static final List<String> BUILT_IN = List.of("plainml", "jobset");

    private static final Set<String> OWN = Stream.of(ML_POLICIES, POD_GROUP_POLICIES, BUILT_IN)
            .flatMap(List::stream)
            .collect(Collectors.toUnmodifiableSet());

    private static final String OWN_PREFIX = "trainyard-";

    private PluginNames() {}

    /** True for a name, in any case, that only Trainyard's own plugins may have. */
    public static boolean isReserved(String name) {
        return isOwn(name) || name.toLowerCase(Locale.ROOT).startsWith(OWN_PREFIX);
    }

    /** True for the name, in any case, of a plugin that comes with Trainyard. */
    public static boolean isOwn(String name) {
        return OWN.contains(name.toLowerCase(Locale.ROOT));
    }

    /**
     * What the controller lacks for a policy.
     *
     * @param plugin name of the plugin that serves the policy and is not loaded
     * @return part of a sentence that names the plugin and, if it is one of Trainyard's own, its jar
     */
    public static String notLoaded(String plugin) {
        String missing = "no plugin named \"" + plugin + "\" is loaded";
        return isReserved(plugin)
                ? missing + ": plugins-" + plugin + ".jar is not in the folder of plugins, or could not be loaded"
                : missing;
    }

    /** What is wrong with the name of a plugin of that class; empty when nothing is. */
    static Optional<String> problem(String name, Class<?> type, boolean builtIn) {
        if (!VALID.matches(name)) {
            return Optional.of(
                    "the name \"" + name + "\" of " + type.getName()
                            + " is not valid: letters, digits, '-', '_' and '.', at most 63 characters, first and last a letter or digit");
        }
        if (isReserved(name) && !builtIn) {
            return Optional.of("the name \"" + name + "\" of " + type.getName()
                    + " is reserved for Trainyard's own plugin; choose another name");
        }
        return Optional.empty();
    }
}
