package io.trainyard.launcher.why;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.run.folder.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The objects that a run had at its end. */
public final class RunObjects {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private final List<Map<String, Object>> trees;

    private RunObjects(List<Map<String, Object>> trees) {
        this.trees = List.copyOf(trees);
    }

    /**
     * Reads them; none when the run was cut off before it wrote them down.
     *
     * @throws CommandException when a file cannot be read
     */
    public static RunObjects of(RunFolder run) {
        return Files.isDirectory(run.objects()) ? read(run.objects()) : new RunObjects(List.of());
    }

    /**
     * Those that it was given: all that is known of one that was killed.
     *
     * @throws CommandException when they cannot be read
     */
    static RunObjects given(RunFolder run) {
        return read(run.input());
    }

    /** Those of a file, or of all files of a folder. */
    private static RunObjects read(Path place) {
        List<Map<String, Object>> trees = new ArrayList<>();
        try (Stream<Path> files = Files.isDirectory(place) ? Files.list(place) : Stream.of(place)) {
            for (Path file : files.sorted().toList()) {
                for (Object document : Yaml.parseAll(Files.readString(file))) {
                    if (document instanceof Map<?, ?> tree) {
                        trees.add(Tree.object(tree));
                    }
                }
            }
        } catch (IOException | MalformedTextException unreadable) {
            throw new CommandException(
                    ExitCodes.FAILED, "cannot read " + place + ": " + unreadable.getMessage(), unreadable);
        }
        return new RunObjects(trees);
    }

    /** Those of a kind, in the order of their files. Numbers go as text: of a number that was read, Jackson gives a type of several forms only those that it expects. */
    public <T extends HasMetadata> List<T> all(String kind, Class<T> type) {
        return trees.stream()
                .filter(tree -> kind.equals(tree.get("kind")))
                .map(tree -> object(tree, type))
                .toList();
    }

    private static <T> T object(Map<String, Object> tree, Class<T> type) {
        try {
            return MAPPER.readValue(Json.bytes(tree), type);
        } catch (IOException malformed) {
            throw new CommandException(
                    ExitCodes.FAILED,
                    "cannot read the " + tree.get("kind") + " that the run has left: " + malformed.getMessage(),
                    malformed);
        }
    }
}
