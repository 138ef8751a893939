package io.trainyard.core.plugin;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Where the class loaders of plugins come from. Safe for several threads. */
public abstract class PluginClassLoaders {
    private PluginClassLoaders() {}

    /** Each host makes its own and closes them: what is loaded again is new. */
    public static PluginClassLoaders separate() {
        return new Separate();
    }

    /**
     * Hosts that have these in common have the classes of a plugin in common, too, but not the plugins. For processes that live for one command, with which they
     * are closed.
     */
    public static PluginClassLoaders shared() {
        return new Shared();
    }

    /**
     * The one of a folder or jar.
     *
     * @param host of whose classes plugins see the shared ones
     */
    abstract PluginClassLoader open(PluginDirectory.Source source, ClassLoader host);

    /** A host needs it no longer. */
    abstract void close(PluginClassLoader loader);

    private static final class Separate extends PluginClassLoaders {
        @Override
        PluginClassLoader open(PluginDirectory.Source source, ClassLoader host) {
            return new PluginClassLoader(source.name(), source.jars(), host);
        }

        @Override
        void close(PluginClassLoader loader) {
            PluginLoader.close(loader);
        }
    }

    private static final class Shared extends PluginClassLoaders {
        private final Map<PluginDirectory.Source, PluginClassLoader> loaders = new ConcurrentHashMap<>();

        @Override
        PluginClassLoader open(PluginDirectory.Source source, ClassLoader host) {
            return loaders.computeIfAbsent(
                    source, unknown -> new PluginClassLoader(source.name(), source.jars(), host));
        }

        @Override
        void close(PluginClassLoader loader) {}
    }
}
