package io.trainyard.launcher.process;

import io.trainyard.foundation.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Runs of the program of the distribution on this machine, in a folder of each test, as a user starts them. */
abstract class LocalRuns {
    static final Duration LIMIT = Duration.ofSeconds(120);

    @TempDir
    Path folder;

    static final List<String> WITHOUT_INTERRUPTS = List.of("sh", "-c", "trap '' INT; exec \"$0\" \"$@\"");

    record Run(int code, String out, String err) {}

    /** A file with a TrainJob on two nodes, and a runtime that fails as a whole when one pod does. */
    String job(String name, String jobField, String... command) throws Exception {
        String words = Json.text(List.of(command));
        String runtime =
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainingRuntime
                metadata: {name: strict}
                spec:
                  template:
                    spec:
                      failurePolicy: {maxRestarts: 0}
                      replicatedJobs:
                      - name: node
                        template:
                          metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                          spec:
                            %s
                            template:
                              spec:
                                restartPolicy: Never
                                containers: [{name: node, image: none}]
                ---
                """
                        .formatted(jobField);
        Path file = folder.resolve(name + ".yaml");
        Files.writeString(
                file,
                runtime
                        + trainJob(name, "strict", words)
                                .replace("{name: strict}", "{kind: TrainingRuntime, name: strict}"));
        return file.toString();
    }

    static String trainJob(String name, String runtime, String command) {
        return """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: %s}
                spec:
                  runtimeRef: {name: %s}
                  trainer:
                    numNodes: 2
                    command: %s
                """
                .formatted(name, runtime, command);
    }

    Run run(String... arguments) throws Exception {
        return run(Map.of(), arguments);
    }

    Run run(Map<String, String> variables, String... arguments) throws Exception {
        Path out = Files.createTempFile(folder, "out", "");
        Path err = Files.createTempFile(folder, "err", "");
        ProcessBuilder builder = builder(arguments).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().putAll(variables);
        Process process = builder.start();
        if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            process.destroy();
            throw new AssertionError(
                    String.join(" ", arguments) + " did not end: " + Files.readString(out) + Files.readString(err));
        }
        return new Run(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    Process start(String... arguments) throws Exception {
        return start(Signals.WITH_INTERRUPTS, arguments);
    }

    Process start(List<String> starter, String... arguments) throws Exception {
        ProcessBuilder builder = builder(arguments);
        builder.command(
                Stream.concat(starter.stream(), builder.command().stream()).toList());
        return builder.redirectErrorStream(true)
                .redirectOutput(Files.createTempFile(folder, "out", "").toFile())
                .start();
    }

    ProcessBuilder builder(String... arguments) {
        List<String> command =
                new java.util.ArrayList<>(List.of(Distribution.program().toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).directory(folder.toFile());
    }

    /** Programs with this text in their command line, the ones that we started not counted. */
    static long processesWith(String mark) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .commandLine()
                        .filter(line -> line.contains(mark) && !line.contains("launcher.jar"))
                        .isPresent())
                .count();
    }
}
