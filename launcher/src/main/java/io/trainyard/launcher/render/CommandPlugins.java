package io.trainyard.launcher.render;

import io.trainyard.core.compile.CompileTrace;
import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.StatusReporting;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.config.InitializerClaim;
import io.trainyard.core.gang.GangFacts;
import io.trainyard.core.inspect.NoteReader;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.manifest.ManifestObjects;
import io.trainyard.core.plain.PlainPlugin;
import io.trainyard.core.plugin.CallLimits;
import io.trainyard.core.plugin.ExtensionPoint;
import io.trainyard.core.plugin.PluginClassLoaders;
import io.trainyard.core.plugin.PluginDirectory;
import io.trainyard.core.plugin.PluginHost;
import io.trainyard.core.plugin.PluginInventory;
import io.trainyard.core.plugin.PluginInvoker;
import io.trainyard.core.plugin.PluginLoadException;
import io.trainyard.core.plugin.PluginSetup;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.core.plugin.StartContext;
import io.trainyard.core.time.CallerLoop;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.NoteView;
import io.trainyard.launcher.cli.plugins.PluginListing;
import io.trainyard.launcher.cli.plugins.PluginSource;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.spi.ObjectReader;
import io.trainyard.spi.Permission;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Loads the plugins that a controller would have, for one command. */
public final class CommandPlugins {
    private CommandPlugins() {}

    /** The plugins as the command {@code plugins} shows them. */
    public static List<PluginListing> list(PluginSource source) {
        try (PluginHost host =
                load(source, PluginClassLoaders.separate(), new ManifestObjects(List.of(), ""), new CallerLoop())) {
            return host.inventory().entries().stream()
                    .map(CommandPlugins::listing)
                    .toList();
        }
    }

    /** What each of them needs to be allowed, by name; those that need nothing are left out. */
    public static Map<String, List<Permission>> permissions(PluginSource source) {
        try (PluginHost host =
                load(source, PluginClassLoaders.separate(), new ManifestObjects(List.of(), ""), new CallerLoop())) {
            return host.permissions();
        } catch (PluginLoadException silent) {
            throw new CommandException(1, String.valueOf(silent.getMessage()));
        }
    }

    /** What they tell about a TrainJob. A plugin that cannot be used tells nothing; no plugin keeps the answer from being given. */
    public static List<NoteView> notes(PluginSource source, JobObjects objects) {
        try (PluginHost host =
                load(source, PluginClassLoaders.separate(), new ManifestObjects(List.of(), ""), new CallerLoop())) {
            return new NoteReader(host.plugins().notes()).of(objects);
        } catch (CommandException unusable) {
            return List.of();
        }
    }

    /**
     * All that they have to say about a TrainJob. A plugin that cannot be used says nothing; no plugin keeps the answer from being given.
     *
     * @param runtime that the TrainJob was made from; empty when it is not known
     */
    public static PluginAnswers answers(PluginSource source, JobObjects objects, Optional<RuntimeResource> runtime) {
        CallerLoop loop = new CallerLoop();
        try (PluginHost host = load(source, PluginClassLoaders.separate(), new ManifestObjects(List.of(), ""), loop)) {
            return new PluginAnswers(
                    new NoteReader(host.plugins().notes()).of(objects),
                    objects.jobSet()
                            .flatMap(jobSet ->
                                    runtime.flatMap(known -> trace(host, loop, objects.trainJob(), known, jobSet))));
        } catch (CommandException unusable) {
            return PluginAnswers.NONE;
        }
    }

    private static Optional<CompileTrace> trace(
            PluginHost host, CallerLoop loop, TrainJob trainJob, RuntimeResource runtime, JobSet jobSet) {
        Plugins plugins = host.plugins();
        // Both are what a controller may have added. Where it did not, the JobSet says so.
        TrainJobCompiler compiler = new TrainJobCompiler(
                new CompilerPlugins(plugins.mlPolicies(), plugins.podGroupPolicies(), List.of()),
                GangFacts.NONE,
                Optional.of(InitializerClaim.FOLDER),
                () -> true,
                new StatusReporting(false, Optional.of(""), () -> ""));
        try {
            return Optional.of(loop.run(compiler.trace(trainJob, RuntimeDefinition.of(runtime), Optional.of(jobSet))));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CommandException(1, "interrupted", interrupted);
        } catch (RuntimeException impossible) {
            // It was built by others, with other plugins or from another runtime.
            return Optional.empty();
        }
    }

    /**
     * Loads them.
     *
     * @param classes where their class loaders come from
     * @param objects what plugins see of a cluster
     * @param loop where answers of plugins arrive
     */
    static PluginHost load(PluginSource source, PluginClassLoaders classes, ObjectReader objects, CallerLoop loop) {
        PluginDirectory.Contents contents =
                source.directory().map(PluginDirectory::read).orElse(PluginDirectory.Contents.EMPTY);
        List<Plugin> builtIns = List.of(new PlainPlugin());
        try {
            return PluginHost.load(new PluginSetup(
                    builtIns,
                    contents,
                    source.settings().order(),
                    Set.copyOf(source.settings().disabled()),
                    Set.of(),
                    source.settings().terminalCondition(),
                    name -> new StartContext(
                            Clock.systemUTC(), source.settings().configuration().getOrDefault(name, Map.of()), objects),
                    new PluginInvoker(
                            loop,
                            loop,
                            CallLimits.DEFAULT.withStart(source.settings().startTimeout()),
                            (plugin, point, duration, failed) -> {}),
                    classes));
        } catch (PluginLoadException unusable) {
            throw new CommandException(1, String.valueOf(unusable.getMessage()));
        }
    }

    private static PluginListing listing(PluginInventory.Entry entry) {
        return new PluginListing(
                entry.name(),
                entry.version(),
                entry.origin(),
                entry.points().stream().map(ExtensionPoint::toString).toList(),
                entry.order(),
                entry.problem());
    }
}
