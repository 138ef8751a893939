package io.trainyard.launcher.process;

import io.trainyard.testcluster.TestCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The program, for one namespace.
 *
 * @param folder where files for it are written
 */
public record Kubectl(TestCluster cluster, String namespace, Path folder) {
    /** How it ended, and what it printed on both streams. */
    public record Result(int code, String output) {}

    public Result create(String yaml, String... further) throws IOException, InterruptedException {
        Path file = folder.resolve("object.yaml");
        Files.writeString(file, yaml);
        List<String> arguments = new ArrayList<>(List.of("create", "-f", file.toString()));
        arguments.addAll(List.of(further));
        return run(arguments.toArray(String[]::new));
    }

    public Result run(String... arguments) throws IOException, InterruptedException {
        Process process = process(arguments).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), output);
    }

    /** The program with these words, not yet started; both its streams are one. */
    public ProcessBuilder process(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                TestCluster.kubectl().toString(),
                "--kubeconfig",
                cluster.kubeconfig().toString(),
                "-n",
                namespace));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true);
    }
}
