package io.trainyard.core.plugin;

import io.trainyard.spi.Plugin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.ServiceLoader.Provider;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the plugins of one folder or jar. What goes wrong becomes an entry with a problem and harms no other plugin. */
final class PluginLoader {
    private static final Logger log = LoggerFactory.getLogger(PluginLoader.class);

    private static final String SERVICE_LIST = "META-INF/services/" + Plugin.class.getName();

    /** After so many unusable lines a list of services is not worth reading on. */
    private static final int MOST_PROBLEMS = 16;

    private final PluginDirectory.Source source;
    private final PluginClassLoader loader;
    private final List<Candidate> candidates = new ArrayList<>();
    private final List<PluginInventory.Entry> problems = new ArrayList<>();

    private PluginLoader(PluginDirectory.Source source, ClassLoader host) {
        this.source = source;
        this.loader = new PluginClassLoader(source.name(), source.jars(), host);
    }

    /** What came out of one folder or jar. */
    record Result(List<Candidate> candidates, List<PluginInventory.Entry> problems, PluginClassLoader loader) {}

    static Result load(PluginDirectory.Source source, ClassLoader host) {
        PluginLoader loader = new PluginLoader(source, host);
        loader.load();
        return new Result(List.copyOf(loader.candidates), List.copyOf(loader.problems), loader.loader);
    }

    private void load() {
        for (Path jar : source.jars()) {
            // A class loader passes over a broken jar in silence.
            try (JarFile opened = new JarFile(jar.toFile())) {
                log.debug("reading {} with {} entries", jar, opened.size());
            } catch (IOException e) {
                problems.add(PluginInventory.Entry.broken(source, jar + " is not a readable jar: " + e.getMessage()));
                return;
            }
        }
        Iterator<Provider<Plugin>> providers =
                ServiceLoader.load(Plugin.class, loader).stream().iterator();
        while (problems.size() < MOST_PROBLEMS) {
            Provider<Plugin> provider = null;
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

    private Candidate make(Provider<Plugin> provider) {
        Class<? extends Plugin> type = provider.type();
        if (type.getClassLoader() != loader) {
            throw new IllegalArgumentException(type.getName() + " is not a class of the plugin's own jars");
        }
        PluginIdentity identity = new PluginIdentity(type.getName(), loader);
        return Candidate.check(PluginInvoker.inContext(identity, provider::get), originOf(type));
    }

    /** The jar of the class, which is one of several when the plugin is a folder. */
    private String originOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("the jar of " + type.getName() + " has no usable path", e);
        }
    }

    private String describe(Throwable failure, @Nullable Provider<Plugin> provider) {
        if (failure instanceof IllegalArgumentException && failure.getMessage() != null) {
            return failure.getMessage();
        }
        if (failure instanceof ServiceConfigurationError && failure.getCause() == null) {
            return String.valueOf(failure.getMessage());
        }
        String diagnosis = Diagnosis.of(failure, loader);
        return provider == null ? diagnosis : provider.type().getName() + " could not be made: " + diagnosis;
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
