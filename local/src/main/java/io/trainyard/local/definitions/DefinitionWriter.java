package io.trainyard.local.definitions;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Part of the build: writes the YAML files of {@code deploy/crds} as one file of JSON, which is read in a fraction of the time. */
public final class DefinitionWriter {
    private DefinitionWriter() {}

    /** Takes the folder to read from and the folder to write to. */
    public static void main(String[] arguments) throws IOException {
        Path from = Path.of(arguments[0]);
        Path to = Path.of(arguments[1]);
        Files.createDirectories(to);
        Map<String, Map<String, Object>> definitions = new LinkedHashMap<>();
        for (String name : Definitions.NAMES) {
            definitions.put(
                    name,
                    Tree.object(Objects.requireNonNull(Yaml.parse(Files.readString(from.resolve(name + ".yaml"))))));
        }
        Files.write(to.resolve(Definitions.FILE), SharedTrees.write(definitions));
    }
}
