package io.trainyard.core.plugin;

import io.trainyard.spi.Plugin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes the plugins of one folder or jar. What goes wrong becomes an entry with a problem and harms no other plugin. */
final class PluginLoader {
    private static final String SERVICE_LIST = "META-INF/services/" + Plugin.class.getName();

    /** After so many unusable lines a list of services is not worth reading on. */
    private static final int MAX_PROBLEMS = 16;

    private final PluginDirectory.Source source;
    private final PluginClassLoader loader;
    private final StartTimeout timeout;
    private final Map<Path, PluginManifest> manifests = new HashMap<>();
    private final List<Candidate> candidates = new ArrayList<>();
    private final List<PluginInventory.Entry> problems = new ArrayList<>();

    private PluginLoader(PluginDirectory.Source source, PluginClassLoader classes, StartTimeout timeout) {
        this.source = source;
        this.timeout = timeout;
        this.loader = classes;
    }

    /** What came out of one folder or jar. */
    record Result(List<Candidate> candidates, List<PluginInventory.Entry> problems, PluginClassLoader loader) {}

    static Result load(PluginDirectory.Source source, PluginClassLoader classes, StartTimeout timeout) {
        PluginLoader loader = new PluginLoader(source, classes, timeout);
        loader.load();
        return new Result(List.copyOf(loader.candidates), List.copyOf(loader.problems), loader.loader);
    }

    private void load() {
        for (Path jar : source.jars()) {
            try {
                // Also because a class loader passes over a broken jar in silence.
                manifests.put(jar, PluginManifest.read(jar));
            } catch (IOException e) {
                problems.add(PluginInventory.Entry.broken(source, jar + " is not a readable jar: " + e.getMessage()));
                return;
            }
        }
        Iterator<ServiceLoader.Provider<Plugin>> providers =
                ServiceLoader.load(Plugin.class, loader).stream().iterator();
        while (problems.size() < MAX_PROBLEMS) {
            ServiceLoader.Provider<Plugin> provider = null;
            try {
                if (!providers.hasNext()) {
                    break;
                }
                provider = providers.next();
                candidates.add(make(provider));
            } catch (VirtualMachineError e) {
                throw e;
            } catch (Throwable e) {
                problems.add(PluginInventory.Entry.broken(source, describe(e, provider)));
            }
        }
        if (candidates.isEmpty() && problems.isEmpty()) {
            problems.add(PluginInventory.Entry.broken(source, nothingFound()));
        }
    }

    private Candidate make(ServiceLoader.Provider<Plugin> provider) {
        Class<? extends Plugin> type = provider.type();
        if (type.getClassLoader() != loader) {
            throw new IllegalArgumentException(type.getName() + " is not a class of the plugin's own jars");
        }
        Path jar = jarOf(type);
        PluginManifest manifest = manifests.get(jar);
        if (manifest == null) {
            throw new IllegalStateException(
                    type.getName() + " comes from " + jar + ", which is none of " + source.jars());
        }
        SpiVersion.problem(manifest.spiVersion()).ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
        PluginIdentity identity = new PluginIdentity(type.getName(), PluginCode.of(type));
        return timeout.call(identity, () -> Candidate.check(provider.get(), manifest, jar.toString()));
    }

    /** The jar of the class, which is one of several when the plugin is a folder. */
    private static Path jarOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("the jar of " + type.getName() + " has no usable path", e);
        }
    }

    private String describe(Throwable failure, ServiceLoader.@Nullable Provider<Plugin> provider) {
        if (failure instanceof IllegalArgumentException && failure.getMessage() != null) {
            return failure.getMessage();
        }
        if (failure instanceof StartTimeout.ExceededException && provider != null) {
            return provider.type().getName() + " could not be made: " + failure.getMessage();
        }
        if (failure instanceof ServiceConfigurationError && failure.getCause() == null) {
            return String.valueOf(failure.getMessage());
        }
        if (provider == null && failure.getCause() instanceof NoSuchMethodException missing) {
            String constructor = String.valueOf(missing.getMessage());
            return constructor.substring(0, Math.max(0, constructor.indexOf(".<init>")))
                    + " has no public constructor without parameters; give it one, and take what it needs in start()";
        }
        String what = provider == null ? "a plugin" : provider.type().getName();
        return FailureMessage.of(what + " could not be made", failure, new PluginCode(loader, ""));
    }

    private String nothingFound() {
        String jars =
                source.jars().stream().map(jar -> jar.getFileName().toString()).collect(Collectors.joining(", "));
        return "no plugin in " + jars + ": none of them has a file " + SERVICE_LIST + " that names one";
    }

    static void close(PluginClassLoader loader) {
        try {
            loader.close();
        } catch (IOException e) {
            throw new UncheckedIOException("a plugin's jars cannot be closed: " + loader.getName(), e);
        }
    }
}
