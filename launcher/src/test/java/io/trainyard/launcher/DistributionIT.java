package io.trainyard.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.foundation.yaml.YamlDocuments;
import io.trainyard.launcher.deploy.RuntimeForTheSdk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program as users start it: the scripts, the distribution, the plugins in their folder. */
final class DistributionIT {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path DISTRIBUTION = ROOT.resolve("launcher/target/trainyard");

    @TempDir
    private Path folder;

    @Test
    void theScriptOfTheSourceTreeRunsWhatIsBuilt() throws Exception {
        Run run = run(Map.of(), ROOT.resolve("trainyard"), "version");

        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(run.out()).startsWith("trainyard ");
    }

    @Test
    @DisplayName(
            "the help of the program needs next to nothing of picocli, and nothing else that is not in the archive (LOCAL-217)")
    void theHelpIsThereAtOnce() throws Exception {
        Path classes = folder.resolve("classes.log");

        Run run = run(Map.of("TRAINYARD_JAVA_OPTS", "-Xlog:class+load:file=" + classes), script(), "--help");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).startsWith("Usage: trainyard COMMAND");
        List<String> lines = Files.readAllLines(classes);
        assertThat(lines).filteredOn(line -> line.contains(" picocli.")).hasSizeLessThan(5);
        assertThat(lines)
                .filteredOn(line -> !line.contains("shared objects file"))
                .hasSizeLessThan(20);
    }

    @Test
    void theDefinitionsAreThreeDocuments() throws Exception {
        Run run = run(Map.of(), script(), "crds");

        assertThat(run.code()).isZero();
        assertThat(YamlDocuments.read("crds", run.out()).documents()).hasSize(3);
    }

    @Test
    void pluginsOfTheDistributionAreFoundAndUsable() throws Exception {
        Run run = run(Map.of(), script(), "plugins");

        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .containsPattern("(?m)^torch .*EnforceMLPolicy.*plugins-torch\\.jar$")
                .containsPattern("(?m)^jax .*EnforceMLPolicy.*plugins-jax\\.jar$")
                .containsPattern("(?m)^tensorflow .*EnforceMLPolicy.*plugins-tensorflow\\.jar$")
                .containsPattern("(?m)^paddle .*EnforceMLPolicy.*plugins-paddle\\.jar$")
                .containsPattern("(?m)^flux .*EnforceMLPolicy.*plugins-flux\\.jar$")
                .containsPattern("(?m)^xgboost .*EnforceMLPolicy.*plugins-xgboost\\.jar$")
                .containsPattern("(?m)^coscheduling .*EnforcePodGroupPolicy.*plugins-coscheduling\\.jar$")
                .containsPattern("(?m)^volcano .*EnforcePodGroupPolicy.*plugins-volcano\\.jar$")
                .containsPattern("(?m)^kai .*EnforcePodGroupPolicy.*plugins-kai\\.jar$")
                .containsPattern("(?m)^plainml .*built in$")
                // Part of the core, not a plugin.
                .doesNotContainPattern("(?m)^jobset ");
    }

    @Test
    @DisplayName("local runs have every shipped runtime, with what the Python SDK looks for (SDK-20 to SDK-24)")
    void localRunsHaveEveryShippedRuntime() throws Exception {
        try (Stream<Path> shipped = Files.list(ROOT.resolve("deploy/runtimes"))) {
            for (Path file :
                    shipped.filter(each -> each.toString().endsWith(".yaml")).toList()) {
                String here = Files.readString(DISTRIBUTION.resolve("runtimes").resolve(file.getFileName()));
                assertThat(here).isEqualTo(Files.readString(file));
                assertThat(RuntimeForTheSdk.problems(Tree.object(Yaml.parse(here))))
                        .as(file.toString())
                        .isEmpty();
            }
        }
    }

    @Test
    void everyExampleCanBeRendered() throws Exception {
        try (Stream<Path> files = Files.list(DISTRIBUTION.resolve("examples"))) {
            List<String> examples = files.map(Path::toString)
                    .filter(file -> file.endsWith(".yaml"))
                    .toList();

            Run run = run(
                    Map.of(),
                    script(),
                    Stream.concat(Stream.of("render"), examples.stream()).toArray(String[]::new));

            assertThat(run.err()).isEmpty();
            assertThat(run.out().lines().filter("kind: JobSet"::equals))
                    .as(run.out())
                    .hasSameSizeAs(examples);
        }
    }

    @Test
    @DisplayName("without a scheduler's jar its jobs are refused with a clear text, and all others go on (GANG-06)")
    void aMissingJarConcernsOnlyItsOwnJobs() throws Exception {
        Path plugins = folder.resolve("plugins");
        copy(DISTRIBUTION.resolve("plugins"), plugins);
        String job = ROOT.resolve("examples/gang/coscheduling.yaml").toString();
        String runtime = ROOT.resolve("deploy/runtimes/gang/coscheduling/torch-distributed-with-coscheduling.yaml")
                .toString();

        Run with = run(Map.of(), script(), "render", "--plugins-dir", plugins.toString(), runtime, job);
        assertThat(with.code()).as(with.err()).isZero();
        assertThat(with.out()).contains("kind: PodGroup", "minMember: 4", "nvidia.com/gpu: \"4\"");

        Files.delete(plugins.resolve("plugins-coscheduling.jar"));
        Run without = run(Map.of(), script(), "render", "--plugins-dir", plugins.toString(), runtime, job);
        assertThat(without.code()).isEqualTo(2);
        assertThat(without.err())
                .contains(
                        "the runtime asks for podGroupPolicy.coscheduling, and no plugin named \"coscheduling\" is loaded");
        String plain = ROOT.resolve("examples/plain.yaml").toString();
        Run other = run(Map.of(), script(), "render", "--plugins-dir", plugins.toString(), plain);
        assertThat(other.code()).as(other.err()).isZero();
    }

    @Test
    void mistakesEndWithTwoAndWithoutStackTrace() throws Exception {
        Run run = run(Map.of(), script(), "render", folder.resolve("none.yaml").toString());

        assertThat(run).isEqualTo(new Run(2, "", folder.resolve("none.yaml") + ": no such file\n"));
    }

    @Test
    void theDistributionMayBeMovedAndItsPathMayHaveSpaces() throws Exception {
        Path copy = folder.resolve("some where");
        copy(DISTRIBUTION, copy);

        Run first = run(Map.of(), copy.resolve("bin/trainyard"), "version");
        Run second = run(Map.of(), copy.resolve("bin/trainyard"), "version");

        assertThat(first.out()).startsWith("trainyard ");
        assertThat(second).isEqualTo(first);
        try (Stream<Path> classes = Files.list(copy.resolve("classes"))) {
            assertThat(classes.map(Path::toString)).anyMatch(file -> file.endsWith(".commands.jsa"));
        }
    }

    @Test
    void aJavaThatIsNotThereIsNamed() throws Exception {
        Run run = run(Map.of("JAVA_HOME", "/nowhere"), script(), "version");

        assertThat(run).isEqualTo(new Run(1, "", "trainyard: JAVA_HOME is /nowhere, but there is no bin/java in it\n"));
    }

    @Test
    void anOldJavaIsRefused() throws Exception {
        Path java = Files.createDirectories(folder.resolve("old/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho 'openjdk version \"11.0.2\" 2019-01-15' >&2\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();

        Run run = run(Map.of("JAVA_HOME", folder.resolve("old").toString()), script(), "version");

        assertThat(run)
                .isEqualTo(
                        new Run(1, "", "trainyard: " + java + " is Java 11; 17 or newer is needed (set JAVA_HOME)\n"));
    }

    private static Path script() {
        return DISTRIBUTION.resolve("bin/trainyard");
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> entries = Files.list(from)) {
            // A start in the first folder may be making its archive of classes meanwhile.
            for (Path entry : entries.filter(path -> !path.endsWith("classes")).toList()) {
                copyAll(from, entry, to);
            }
        }
    }

    private static void copyAll(Path from, Path entry, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(entry)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
    }

    private Run run(Map<String, String> environment, Path program, String... args) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(program.toString());
        command.addAll(List.of(args));
        Path out = Files.createTempFile(folder, "out", "");
        Path err = Files.createTempFile(folder, "err", "");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("ended").isTrue();
        return new Run(
                process.exitValue(),
                Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8));
    }

    private record Run(int code, String out, String err) {}
}
