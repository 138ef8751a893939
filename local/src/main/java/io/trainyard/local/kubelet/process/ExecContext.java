package io.trainyard.local.kubelet.process;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What another program needs that is to run in a container: it sees the same files, starts in the same folder with the same variables, and ends at
 * the latest with the container. All but the variables is kept in a file beside the log, for its owner alone, as long as the container runs.
 *
 * @param mark value of the variable that all processes of the container have
 * @param enter words that stand before the program
 * @param environment all variables; those of this process where the system does not tell those of others
 */
public record ExecContext(String mark, List<String> enter, Map<String, String> environment) {
    private static final String FOLDER = "exec";

    public ExecContext {
        enter = List.copyOf(enter);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    /** That of a running container of a run; empty when its executor leaves none. Blocks. */
    public static Optional<ExecContext> of(Path run, LiveContainer container) {
        Path pods = run.resolve("pods");
        if (!Files.isDirectory(pods)) {
            return Optional.empty();
        }
        try (Stream<Path> folders = Files.list(pods)) {
            return folders.map(pod -> fileOf(pod.resolve("logs").resolve(container.container() + ".log")))
                    .filter(Files::isRegularFile)
                    .flatMap(file -> read(file).stream())
                    .filter(read -> read.mark.equals(container.mark()))
                    .findFirst()
                    .map(read -> read.with(container.environment()));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    private static Path fileOf(Path log) {
        return log.resolveSibling(FOLDER).resolve(log.getFileName() + ".json");
    }

    private static Optional<ExecContext> read(Path file) {
        try {
            Map<String, Object> tree = Json.parseObject(Files.readAllBytes(file));
            return Optional.of(new ExecContext(
                    Tree.text(tree, "mark"),
                    Tree.list(tree, "enter").stream().map(String::valueOf).toList(),
                    Map.of()));
        } catch (IOException | MalformedTextException gone) {
            return Optional.empty();
        }
    }

    /** Leaves it beside the log of the container, in place of what an earlier start has left. Blocks. */
    static void write(Path log, String mark, List<String> enter) throws IOException {
        Path file = fileOf(log);
        PrivateFiles.createFoldersAbove(file);
        PrivateFiles.write(file, Json.bytes(Tree.of("mark", mark, "enter", enter)));
    }

    /** The container has ended. Blocks. */
    static void delete(Path log) throws IOException {
        Files.deleteIfExists(fileOf(log));
    }

    /** The same, with variables on top of or in place of those of the container. */
    public ExecContext with(Map<String, String> variables) {
        Map<String, String> all = new LinkedHashMap<>(environment);
        all.putAll(variables);
        return new ExecContext(mark, enter, all);
    }

    /** A program in this context, not yet started; its streams are pipes. */
    public ProcessBuilder program(List<String> words) {
        List<String> command = new ArrayList<>(enter);
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(environment);
        RankVariables.removeFrom(builder.environment());
        return builder;
    }
}
