package io.trainyard.image;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The image's layers, one over the other in a folder.
 *
 * @param root the folder
 * @param configuration how a container is started
 * @param name the name that the image is imported under
 */
record UnpackedImage(Path root, JsonNode configuration, String name) {
    private static final ObjectMapper JSON = new ObjectMapper();
    static final Path CONTROLLER = Path.of("target", "trainyard-image.tar").toAbsolutePath();
    static final Path INITIALIZER =
            Path.of("target", "trainyard-initializer-image.tar").toAbsolutePath();

    static UnpackedImage into(Path folder, Path tar) throws IOException, InterruptedException {
        Path parts = Files.createDirectories(folder.resolve("parts"));
        Path root = Files.createDirectories(folder.resolve("root"));
        Command.run(parts, List.of("tar", "-xf", tar.toString()));
        JsonNode manifest =
                JSON.readTree(parts.resolve("manifest.json").toFile()).get(0);
        for (JsonNode layer : manifest.get("Layers")) {
            Command.run(
                    root, List.of("tar", "-xzf", parts.resolve(layer.asText()).toString()));
        }
        JsonNode configuration = JSON.readTree(
                        parts.resolve(manifest.get("Config").asText()).toFile())
                .get("config");
        return new UnpackedImage(
                root, configuration, manifest.get("RepoTags").get(0).asText());
    }

    /** An option with which Java refuses to start without the archive. */
    String archiveIsAMust() throws IOException {
        String options = Files.readString(root.resolve(Application.OPTIONS.substring(1)));
        return options.contains("-XX:AOTCache=") ? "-XX:AOTMode=on" : "-Xshare:on";
    }

    /** Starts the entry point, read-only and without rights, with copies of some files in /tmp. */
    Process start(Path files, Path log, List<String> javaOptions, String... arguments) throws IOException {
        Path script = Path.of("src", "test", "resources", "start.sh").toAbsolutePath();
        List<String> command =
                new ArrayList<>(List.of("unshare", "-m", "sh", script.toString(), root.toString(), files.toString()));
        configuration.get("Entrypoint").forEach(word -> command.add(word.asText()));
        command.addAll(command.indexOf("-jar"), javaOptions);
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }
}
