package io.trainyard.core.plugin;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds threads that plugins leave behind: one that is started during a call of a plugin inherits the plugin's context class loader, and plugins
 * have no business with threads. {@link #check} belongs to one thread.
 */
final class ThreadLeakDetector {
    private final Collection<PluginIdentity> plugins;
    private final PluginInvoker invoker;
    private Set<Thread> seen = Set.of();
    private final Set<Thread> leaked = new HashSet<>();

    ThreadLeakDetector(Collection<PluginIdentity> plugins, PluginInvoker invoker) {
        this.plugins = plugins;
        this.invoker = invoker;
    }

    /** Counts each thread that is there for the second time: the first time it may only be passing. */
    void check() {
        List<Thread> all = all();
        Set<Thread> now = new HashSet<>();
        for (PluginIdentity plugin : plugins) {
            for (Thread thread : all) {
                if (isOf(plugin, thread)) {
                    now.add(thread);
                    if (seen.contains(thread) && leaked.add(thread)) {
                        invoker.leaked(plugin, thread);
                    }
                }
            }
        }
        leaked.retainAll(now);
        seen = now;
    }

    private boolean isOf(PluginIdentity plugin, Thread thread) {
        return plugin.isForeign()
                && thread.getContextClassLoader() == plugin.loader()
                && !PluginWorkers.isWorker(thread)
                && !invoker.watch().isIn(thread);
    }

    private static List<Thread> all() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] found = new Thread[root.activeCount() * 2 + 16];
        int count = root.enumerate(found, true);
        List<Thread> threads = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            threads.add(found[i]);
        }
        return threads;
    }

    /** The plugin, as its class loader is called, that started a thread; empty when none did. */
    static Optional<String> ownerOf(Thread thread) {
        return thread.getContextClassLoader() instanceof PluginClassLoader loader
                ? Optional.of(loader.getName())
                : Optional.empty();
    }
}
