package io.trainyard.local.definitions;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.yaml.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Part of the build: writes the YAML files of {@code deploy/crds} as JSON, which is read ten times as fast. */
public final class DefinitionWriter {
    private DefinitionWriter() {}

    /** Takes the folder to read from and the folder to write to. */
    public static void main(String[] arguments) throws IOException {
        Path from = Path.of(arguments[0]);
        Path to = Path.of(arguments[1]);
        Files.createDirectories(to);
        for (String name : Definitions.NAMES) {
            Object definition = Yaml.parse(Files.readString(from.resolve(name + ".yaml")));
            Files.write(to.resolve(name + ".json"), Json.bytes(definition));
        }
    }
}
