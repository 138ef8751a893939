package io.trainyard.core.plugin;

import io.trainyard.spi.Plugin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One jar, or one folder of jars, loaded as {@link PluginHost} loads it but without any guard: for tools that test plugins. */
public final class LoadedJar {
    private final List<Candidate> candidates;
    private final List<PluginInventory.Entry> problems;

    private LoadedJar(PluginLoader.Result loaded) {
        this.candidates = loaded.candidates();
        this.problems = loaded.problems();
    }

    /**
     * Loads it in a class loader of its own, each time anew. Reads files.
     *
     * @throws IllegalArgumentException when there is no such file
     */
    public static LoadedJar load(Path path) {
        if (Files.notExists(path)) {
            throw new IllegalArgumentException("there is no " + path + "; build the plugin first");
        }
        @Nullable Path folder = path.toAbsolutePath().getParent();
        PluginDirectory.Source source = Stream.ofNullable(folder)
                .flatMap(present -> PluginDirectory.read(present).sources().stream())
                .filter(found -> found.location().equals(path.toAbsolutePath().normalize()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(path + " is neither a jar nor a folder of jars"));
        return new LoadedJar(PluginLoader.load(
                source,
                PluginClassLoaders.separate().open(source, LoadedJar.class.getClassLoader()),
                new StartTimeout(CallLimits.DEFAULT.start())));
    }

    /** The first plugin in it, not started. */
    public Plugin plugin() {
        return candidates.stream()
                .findFirst()
                .map(Candidate::plugin)
                .orElseThrow(() -> new IllegalArgumentException(String.join("; ", problems())));
    }

    /** Why something in it cannot be used; empty when all is well. */
    public List<String> problems() {
        return problems.stream().map(entry -> entry.problem().orElse("")).collect(Collectors.toList());
    }

    /** True for a class that plugins get from the host, and must not bring. */
    public static boolean isShared(String className) {
        return SharedPackages.containsClass(className);
    }

    /** What is wrong with the name of a plugin; empty when nothing is. */
    public static Optional<String> problemOfName(String name, Class<?> type, boolean builtIn) {
        return PluginNames.problem(name, type, builtIn);
    }

    /** True when plugins compare their code with the present SPI: what a manifest must say. */
    public static Optional<String> problemOfVersion(String wanted) {
        return wanted.isEmpty() ? Optional.of(SpiVersion.missing()) : SpiVersion.problem(wanted);
    }
}
