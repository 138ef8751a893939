package io.trainyard.launcher.controller;

import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.controller.ControllerCaches;
import io.trainyard.core.metrics.PluginMetrics;
import io.trainyard.core.plain.PlainPlugin;
import io.trainyard.core.plugin.CallLimits;
import io.trainyard.core.plugin.PluginClassLoaders;
import io.trainyard.core.plugin.PluginDirectory;
import io.trainyard.core.plugin.PluginHost;
import io.trainyard.core.plugin.PluginInvoker;
import io.trainyard.core.plugin.PluginSetup;
import io.trainyard.core.plugin.StartContext;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.launcher.cli.plugins.PluginSource;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Loads the plugins for a controller: jars are read and constructors run on a worker thread. */
final class LoadedPlugins {
    private LoadedPlugins() {}

    /**
     * Loads them.
     *
     * @param classes where their class loaders come from
     * @param defaults what plugins are told where the source says nothing else, by their names
     * @param beforeLoading is told who is going to call them, so that it can say which one is being started
     */
    static Uni<PluginHost> load(
            EventLoop loop,
            TimeSource time,
            PluginSource source,
            Map<String, Map<String, Object>> defaults,
            PluginClassLoaders classes,
            ControllerCaches caches,
            MeterRegistry registry,
            Consumer<PluginInvoker> beforeLoading) {
        PluginMetrics metrics = new PluginMetrics(registry);
        PluginInvoker invoker = new PluginInvoker(
                time, loop, CallLimits.DEFAULT.withStart(source.settings().startTimeout()), metrics);
        beforeLoading.accept(invoker);
        PluginSetup setup = new PluginSetup(
                List.of(new PlainPlugin()),
                source.directory().map(PluginDirectory::read).orElse(PluginDirectory.Contents.EMPTY),
                source.settings().order(),
                Set.copyOf(source.settings().disabled()),
                source.required(),
                source.settings().terminalCondition(),
                name -> new StartContext(
                        Clock.systemUTC(),
                        source.settings().configuration().getOrDefault(name, defaults.getOrDefault(name, Map.of())),
                        caches.reader(),
                        caches.kinds()::of),
                invoker,
                classes);
        return Uni.createFrom()
                .completionStage(() -> loop.context()
                        .owner()
                        .executeBlocking(() -> PluginHost.load(setup), false)
                        .toCompletionStage())
                .emitOn(loop)
                .invoke(host -> {
                    metrics.initialise(host.inventory());
                    host.watchCalls();
                });
    }
}
