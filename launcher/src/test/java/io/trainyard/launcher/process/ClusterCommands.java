package io.trainyard.launcher.process;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.Wiring;
import io.trainyard.launcher.cli.CommandRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Commands about TrainJobs of one namespace, as somebody types them who is logged in to the test cluster.
 *
 * @param kubeconfig his login
 * @param namespace where his jobs are
 */
public record ClusterCommands(Path kubeconfig, String namespace) {
    /** What {@code trainyard why} prints as JSON. */
    public Map<String, Object> why(String job) {
        return Tree.object(Json.parse(run("why", job, "-o", "json")));
    }

    /** What a command prints; run within the test, which saves a process for each question. */
    public String run(String... arguments) {
        CommandRun run =
                CommandRun.of(new Wiring(), "", Map.of(), Optional.of(Distribution.home()), inCluster(arguments));
        if (run.code() != 0) {
            throw new IllegalStateException(run.err() + run.out());
        }
        return run.out();
    }

    /** What the program of the distribution prints. */
    public String runProgram(String... arguments) {
        try {
            List<String> command =
                    new ArrayList<>(List.of(Distribution.program().toString()));
            command.addAll(List.of(inCluster(arguments)));
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private String[] inCluster(String... arguments) {
        return Stream.concat(Stream.of(arguments), Stream.of("-n", namespace, "--kubeconfig", kubeconfig.toString()))
                .toArray(String[]::new);
    }
}
