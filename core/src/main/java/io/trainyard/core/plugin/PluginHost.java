package io.trainyard.core.plugin;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.Permission;
import io.trainyard.spi.Plugin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads, checks, orders and starts the plugins of a process, once. A plugin that cannot be used is left out and shows in the inventory;
 * start-up stops only where leaving out would be worse: a required plugin is missing, or two plugins have one name.
 */
public final class PluginHost implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PluginHost.class);

    private static final Duration LEAK_CHECK_INTERVAL = Duration.ofSeconds(10);

    private final PluginInvoker invoker;
    private final CallWatchdog watch;
    private final PluginClassLoaders classes;
    private final List<PluginClassLoader> loaders = new ArrayList<>();
    private final List<Candidate> candidates = new ArrayList<>();
    private final List<PluginInventory.Entry> unusable = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private Plugins plugins = Plugins.of();
    private PluginInventory inventory = new PluginInventory(List.of());

    private PluginHost(PluginInvoker invoker, PluginClassLoaders classes) {
        this.invoker = invoker;
        this.classes = classes;
        this.watch = invoker.watch();
    }

    /**
     * Reads jars, and waits for the plugins' constructors and start methods, each of them until its time limit; the calling thread must not be an event
     * loop.
     *
     * @throws PluginLoadException when start-up must not go on
     */
    public static PluginHost load(PluginSetup setup) {
        PluginHost host = new PluginHost(setup.invoker(), setup.classes());
        try {
            host.find(setup);
            requireUniqueNames(host.candidates);
            host.chooseTerminalCondition(setup.terminalCondition());
            host.start(setup);
            host.requireAll(setup);
            return host;
        } catch (Throwable e) {
            host.close();
            throw e;
        }
    }

    /** The plugins in use. */
    public Plugins plugins() {
        return plugins;
    }

    /**
     * The same plugins, whose validations are for another event loop: there they are called, whatever the first one does at that moment, and
     * there they answer.
     *
     * @param time time of that event loop
     * @param loop runs a task on that event loop, at once when already on it
     */
    public Plugins pluginsForReviews(TimeSource time, Executor loop) {
        return plugins.withValidations(plugins.validations().stream()
                .map(validation ->
                        validation instanceof GuardedPlugin.Validator guarded ? guarded.on(time, loop) : validation)
                .toList());
    }

    /** Whether the listener of calls is told of them, as it is from the start; not while calls are only made for practice. From any thread. */
    public void tellOfCalls(boolean told) {
        invoker.tell(told);
    }

    /** Everything that was found. */
    public PluginInventory inventory() {
        return inventory;
    }

    /** Interrupts plugins that keep the event loop, and finds the threads that they leave behind, until this host is closed. */
    public void watchCalls() {
        watch.start();
        ThreadLeakDetector leaks = new ThreadLeakDetector(
                candidates.stream().map(Candidate::identity).toList(), invoker);
        watch.scheduleWithFixedDelay(LEAK_CHECK_INTERVAL, leaks::check);
    }

    /** The plugin, as its class loader is called, that started a thread; empty when none did. */
    public static Optional<String> ownerOf(Thread thread) {
        return ThreadLeakDetector.ownerOf(thread);
    }

    /** What operators should know of plugins that are in use and of their configuration, one line each; empty when all is well. From any thread. */
    public List<String> warnings() {
        return Stream.concat(
                        notes.stream(),
                        candidates.stream().flatMap(candidate -> candidate.identity().record().warnings().stream()
                                .map(trouble -> candidate.name() + " " + trouble)))
                .toList();
    }

    /**
     * What the plugins in use need the controller to be allowed to do, by their names in alphabetical order; those that need nothing are left out.
     *
     * @throws PluginLoadException when a plugin cannot say it
     */
    public Map<String, List<Permission>> permissions() {
        Map<String, List<Permission>> permissions = new TreeMap<>();
        candidates.stream()
                .filter(candidate -> plugins.names().contains(candidate.name()))
                .forEach(candidate -> permissions.put(candidate.name(), permissionsOf(candidate)));
        permissions.values().removeIf(List::isEmpty);
        return permissions;
    }

    private List<Permission> permissionsOf(Candidate candidate) {
        try {
            return List.copyOf(invoker.startTimeout()
                    .call(candidate.identity(), () -> candidate.plugin().permissions()));
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            throw new PluginLoadException(FailureMessage.of(
                    candidate.describe() + " does not say which permissions it needs",
                    e,
                    candidate.identity().code()));
        }
    }

    /** The same without our own plugins, whose rules are part of our manifests; a plugin that cannot name its permissions is left out. */
    public Map<String, List<Permission>> permissionsOfVendors() {
        Map<String, List<Permission>> permissions = new TreeMap<>();
        for (Candidate candidate : candidates) {
            if (!candidate.manifest().builtIn() && plugins.names().contains(candidate.name())) {
                try {
                    permissions.put(candidate.name(), permissionsOf(candidate));
                } catch (PluginLoadException silent) {
                    LOG.atWarn().log(silent.getMessage());
                }
            }
        }
        return permissions;
    }

    /** Releases the plugins' jars and threads. Only after the last call of a plugin. */
    @Override
    public void close() {
        watch.stop();
        candidates.forEach(candidate -> candidate.identity().workers().close());
        loaders.forEach(classes::close);
        loaders.clear();
    }

    private void find(PluginSetup setup) {
        for (PluginDirectory.Ignored ignored : setup.contents().ignored()) {
            LOG.atInfo()
                    .addKeyValue("path", ignored.path())
                    .addKeyValue("reason", ignored.reason())
                    .log("not a plugin");
        }
        for (Plugin plugin : setup.builtIns()) {
            PluginManifest manifest = PluginManifest.ofTheCore(plugin.getClass());
            candidates.add(Candidate.check(plugin, manifest, PluginInventory.Entry.BUILT_IN));
        }
        Set<String> found = new TreeSet<>();
        for (PluginDirectory.Source source : setup.contents().sources()) {
            PluginLoader.Result result = PluginLoader.load(
                    source,
                    classes.open(source, PluginHost.class.getClassLoader()),
                    setup.invoker().startTimeout());
            loaders.add(result.loader());
            for (Candidate candidate : result.candidates()) {
                found.add(candidate.name());
                if (setup.disabled().contains(candidate.name())) {
                    LOG.atInfo().addKeyValue("plugin", candidate.name()).log("plugin disabled by the configuration");
                } else {
                    candidates.add(candidate);
                }
            }
            unusable.addAll(result.problems());
        }
        candidates.sort(Candidate.inOrder(setup.order()));
        note(setup.disabled(), found);
        notes.forEach(note -> LOG.atWarn().log(note));
    }

    private void note(Set<String> disabled, Set<String> found) {
        for (Candidate candidate : candidates) {
            if (!candidate.isPartOfTheCore()
                    && candidate.manifest().spiVersion().isEmpty()) {
                notes.add(candidate.describe() + ": " + SpiVersion.missing());
            }
        }
        unusable.forEach(entry -> found.add(entry.name()));
        for (String name : new TreeSet<>(disabled)) {
            if (!found.contains(name)) {
                notes.add("trainyard.plugins.disabled names " + name
                        + ", but no plugin in the plugins folder has that name"
                        + (found.isEmpty() ? "" : "; there are " + String.join(", ", found)));
            }
        }
    }

    private static void requireUniqueNames(List<Candidate> candidates) {
        Map<String, List<Candidate>> byName =
                candidates.stream().collect(Collectors.groupingBy(Candidate::name, TreeMap::new, Collectors.toList()));
        byName.forEach((name, claimants) -> {
            if (claimants.size() > 1) {
                throw new PluginLoadException("several plugins are named " + name + ": "
                        + claimants.stream().map(Candidate::origin).collect(Collectors.joining(", "))
                        + "; keep one of them");
            }
        });
    }

    private void chooseTerminalCondition(Optional<String> chosen) {
        TerminalConditionChoice choice = TerminalConditionChoice.of(candidates, chosen);
        candidates.clear();
        candidates.addAll(choice.candidates());
        unusable.addAll(choice.leftOut());
    }

    private void start(PluginSetup setup) {
        PluginStarter starter = new PluginStarter(setup.contexts(), setup.invoker());
        List<PluginInventory.Entry> used = new ArrayList<>();
        for (Candidate candidate : candidates) {
            Optional<String> problem = starter.start(candidate);
            (problem.isEmpty() ? used : unusable).add(candidate.entry(problem));
        }
        plugins = starter.plugins();
        used.forEach(entry -> LOG.atInfo()
                .addKeyValue("plugin", entry.name())
                .addKeyValue("version", entry.version())
                .addKeyValue("origin", entry.origin())
                .addKeyValue("order", entry.order())
                .addKeyValue("points", entry.points())
                .log("plugin started"));
        unusable.forEach(entry -> LOG.atError()
                .addKeyValue("plugin", entry.name())
                .addKeyValue("origin", entry.origin())
                .addKeyValue("problem", entry.problem().orElse(""))
                .log("plugin not used"));
        used.addAll(unusable);
        inventory = new PluginInventory(used);
    }

    private void requireAll(PluginSetup setup) {
        Set<String> missing = new TreeSet<>(setup.required());
        candidates.stream().filter(Candidate::isPartOfTheCore).forEach(candidate -> missing.add(candidate.name()));
        missing.removeAll(plugins.names());
        if (!missing.isEmpty()) {
            String problems = inventory.describeProblems();
            throw new PluginLoadException("required plugins are missing: " + String.join(", ", missing)
                    + (problems.isEmpty() ? "; no jar in the plugins folder has them" : "; problems: " + problems));
        }
    }
}
