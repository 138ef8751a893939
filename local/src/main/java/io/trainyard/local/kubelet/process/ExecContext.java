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

/**
 * What a further program in a running container needs. The program sees the same files, starts in the same folder and has the same variables. The kubelet ends it with the
 * container. A file of the run, which its owner alone can read, holds all but the variables while the container runs.
 *
 * @param enter words that stand before the program
 * @param environment all variables; those of this process where the system does not tell those of others
 */
public record ExecContext(List<String> enter, Map<String, String> environment) {
    public ExecContext {
        enter = List.copyOf(enter);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    /** That of a running container of a run; empty when it has just ended. Blocks. */
    public static Optional<ExecContext> of(Path run, LiveContainer container) {
        try {
            Map<String, Object> tree = Json.parseObject(Files.readAllBytes(fileOf(run, container.mark())));
            List<String> enter =
                    Tree.list(tree, "enter").stream().map(String::valueOf).toList();
            return Optional.of(new ExecContext(enter, container.environment()));
        } catch (IOException | MalformedTextException gone) {
            return Optional.empty();
        }
    }

    private static Path fileOf(Path run, String mark) {
        return run.resolve("exec").resolve(mark + ".json");
    }

    /**
     * Leaves it in the folder of the run. Blocks.
     *
     * @param mark value of the variable that all processes of the container have
     */
    static void write(Path run, String mark, List<String> enter) throws IOException {
        Path file = fileOf(run, mark);
        PrivateFiles.createFoldersAbove(file);
        PrivateFiles.write(file, Json.bytes(Tree.of("enter", enter)));
    }

    /** The container has ended. Blocks. */
    static void delete(Path run, String mark) throws IOException {
        Files.deleteIfExists(fileOf(run, mark));
    }

    /** The same, with variables on top of or in place of those of the container. */
    public ExecContext with(Map<String, String> variables) {
        Map<String, String> all = new LinkedHashMap<>(environment);
        all.putAll(variables);
        return new ExecContext(enter, all);
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
