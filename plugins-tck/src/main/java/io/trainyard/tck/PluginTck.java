package io.trainyard.tck;

import io.trainyard.core.plugin.LoadedJar;
import io.trainyard.core.plugin.PluginFailure;
import io.trainyard.spi.Plugin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * The test kit: runs every {@link Check} on a plugin. Use it twice, on an instance while you write and on the finished jar, which is loaded as the
 * controller loads it. Immutable.
 *
 * <pre>{@code
 * @TestFactory
 * Stream<DynamicTest> keepsTheContract() {
 *     return PluginTck.of(AcmePlugin::new).sample(RUNTIME, TRAIN_JOB).tests();
 * }
 * }</pre>
 */
public final class PluginTck {
    private final Subject subject;

    private PluginTck(Subject subject) {
        this.subject = subject;
    }

    /** Tests instances. */
    public static PluginTck of(Supplier<? extends Plugin> constructor) {
        return new PluginTck(new Subject(constructor, Optional.empty(), false, Map.of(), List.of(), List.of()));
    }

    /**
     * Tests the first plugin of a jar, in class loaders as the controller makes them; with all jars beside it when {@code jar} is a folder.
     *
     * @throws IllegalArgumentException when there is no such file, or when it cannot be loaded at all; the message says why
     */
    public static PluginTck ofJar(Path jar) {
        return new PluginTck(new Subject(
                () -> LoadedJar.load(jar).plugin(), Optional.of(jar), false, Map.of(), List.of(), List.of()));
    }

    /** For plugins that come with Trainyard: their names are reserved for them. */
    public PluginTck builtIn() {
        return with(true, subject.configuration(), subject.samples(), subject.mistakes());
    }

    /** What the operator's configuration says to the plugin. */
    public PluginTck configuration(Map<String, Object> configuration) {
        return with(subject.builtIn(), configuration, subject.samples(), subject.mistakes());
    }

    /** A runtime that selects the plugin and a TrainJob that is right, as YAML. The more of what the plugin does they use, the better. */
    public PluginTck sample(String runtime, String trainJob) {
        return with(
                subject.builtIn(),
                subject.configuration(),
                and(subject.samples(), Sample.of(runtime, trainJob)),
                subject.mistakes());
    }

    /** A TrainJob that the plugin's validation refuses, or that sets a variable which the plugin reserves, as YAML. */
    public PluginTck mistake(String runtime, String trainJob) {
        return with(
                subject.builtIn(),
                subject.configuration(),
                subject.samples(),
                and(subject.mistakes(), Sample.of(runtime, trainJob)));
    }

    private PluginTck with(
            boolean builtIn, Map<String, Object> configuration, List<Sample> samples, List<Sample> mistakes) {
        return new PluginTck(new Subject(subject.make(), subject.jar(), builtIn, configuration, samples, mistakes));
    }

    private static List<Sample> and(List<Sample> samples, Sample sample) {
        List<Sample> more = new ArrayList<>(samples);
        more.add(sample);
        return List.copyOf(more);
    }

    /** One test for each check. */
    public Stream<DynamicTest> tests() {
        requireSamples();
        return Arrays.stream(Check.values())
                .map(check -> DynamicTest.dynamicTest(check.toString(), () -> {
                    List<Finding> findings = findings(check);
                    if (!findings.isEmpty()) {
                        throw new AssertionError(
                                String.join(
                                        System.lineSeparator(),
                                        findings.stream().map(Finding::toString).toList()),
                                findings.get(0).cause().orElse(null));
                    }
                }));
    }

    /** Runs all checks. Empty when the plugin keeps the contract. */
    public List<Finding> findings() {
        requireSamples();
        return Arrays.stream(Check.values())
                .flatMap(check -> findings(check).stream())
                .toList();
    }

    private List<Finding> findings(Check check) {
        try {
            return check.problems(subject).stream()
                    .map(problem -> new Finding(check, problem))
                    .toList();
        } catch (CaughtException caught) {
            return List.of(finding(check, caught.getMessage() + ": ", caught.thrown()));
        } catch (RuntimeException | LinkageError failure) {
            return List.of(finding(check, "", failure));
        }
    }

    private Finding finding(Check check, String when, Throwable thrown) {
        String problem;
        try {
            problem = String.valueOf(
                    PluginFailure.of(subject.make().get(), thrown).getMessage());
        } catch (RuntimeException | LinkageError unmade) {
            problem = "the plugin could not be made: " + unmade;
        }
        return new Finding(check, when + problem, Optional.of(thrown));
    }

    private void requireSamples() {
        if (subject.samples().isEmpty()) {
            throw new IllegalStateException(
                    "give the kit at least one sample(runtime, trainJob): without one it sees nothing");
        }
    }
}
