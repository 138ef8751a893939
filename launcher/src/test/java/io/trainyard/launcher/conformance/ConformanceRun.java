package io.trainyard.launcher.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One run of the runner that comes with the cases.
 *
 * @param passed names of the cases that passed
 * @param failed names of the cases that failed
 * @param output all that the runner printed
 */
record ConformanceRun(Set<String> passed, Set<String> failed, String output) {
    /** Folder of the runner; without it there is nothing to run. */
    static final String CASES_PROPERTY = "conformance.cases";

    /** Whether a missing folder is a failure. */
    static final String REQUIRED_PROPERTY = "conformance.required";

    private static final Pattern RESULT = Pattern.compile("^(PASS|FAIL|SKIP) +([a-z0-9-]+)", Pattern.MULTILINE);

    /**
     * Runs cases.
     *
     * @param folder folder of the runner
     * @param cases names of the cases; empty for all
     * @param environment variables besides ours
     * @param arguments further arguments of the runner
     */
    static ConformanceRun of(
            Path folder, Collection<String> cases, Map<String, String> environment, String... arguments) {
        List<String> command =
                new ArrayList<>(List.of("python3", folder.resolve("run.py").toString(), "-v"));
        command.addAll(List.of(arguments));
        command.addAll(cases);
        try {
            Path log = Files.createTempFile("conformance", ".log");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            if (!process.waitFor(20, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new IllegalStateException("the conformance runner did not end; see " + log);
            }
            String output = Files.readString(log);
            Files.delete(log);
            Set<String> passed = new LinkedHashSet<>();
            Set<String> failed = new TreeSet<>();
            Matcher result = RESULT.matcher(output);
            while (result.find()) {
                switch (result.group(1)) {
                    case "FAIL" -> failed.add(result.group(2));
                    case "SKIP" -> {}
                    default -> passed.add(result.group(2));
                }
            }
            return new ConformanceRun(passed, failed, output);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run the conformance cases", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The line of numbers with which the runner ends. */
    String summary() {
        return output.lines().reduce("", (previous, line) -> line.isBlank() ? previous : line);
    }
}
