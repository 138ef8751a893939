package io.trainyard.core.plugin;

import io.trainyard.spi.Plugin;
import io.trainyard.spi.parameters.ParameterContract;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A plugin that could be made and passed every check that concerns it alone. Name and order are asked for once. */
record Candidate(
        Plugin plugin,
        PluginIdentity identity,
        int order,
        List<ExtensionPoint> points,
        ParameterContract parameters,
        PluginManifest manifest,
        String origin) {
    /** The order of calls: those that the operator names first, then by their own wish. */
    static Comparator<Candidate> inOrder(List<String> first) {
        return Comparator.<Candidate>comparingInt(candidate -> {
                    int place = first.indexOf(candidate.name());
                    return place < 0 ? Integer.MAX_VALUE : place;
                })
                .thenComparingInt(Candidate::order)
                .thenComparing(Candidate::name);
    }

    /**
     * Checks a plugin.
     *
     * @throws IllegalArgumentException when it cannot be used; the message says why
     */
    static Candidate check(Plugin plugin, PluginManifest manifest, String origin) {
        Class<?> type = plugin.getClass();
        PluginCode code = PluginCode.of(type);
        String name = PluginInvoker.callWithClassLoader(new PluginIdentity(type.getName(), code), plugin::name);
        if (name == null) {
            throw new IllegalArgumentException("name() of " + type.getName() + " returned null");
        }
        PluginNames.problem(name, type, manifest.builtIn()).ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
        List<ExtensionPoint> points = ExtensionPoint.of(plugin);
        if (points.isEmpty()) {
            throw new IllegalArgumentException(
                    type.getName() + " implements none of the interfaces of io.trainyard.spi.extension");
        }
        PluginIdentity identity = new PluginIdentity(name, code);
        int order = PluginInvoker.callWithClassLoader(identity, plugin::order);
        if (PluginInvoker.callWithClassLoader(identity, plugin::isSlow)) {
            identity.workers().use();
        }
        return new Candidate(
                plugin,
                identity,
                order,
                points,
                PluginInvoker.callWithClassLoader(identity, plugin::parameters),
                manifest,
                origin);
    }

    String name() {
        return identity.name();
    }

    /** True for a plugin that comes with the core, not from a jar in the plugins folder. */
    boolean isPartOfTheCore() {
        return origin.equals(PluginInventory.Entry.BUILT_IN);
    }

    String describe() {
        return name() + " (" + origin + ")";
    }

    PluginInventory.Entry entry(Optional<String> problem) {
        return new PluginInventory.Entry(name(), manifest.version(), origin, points, order, problem);
    }
}
