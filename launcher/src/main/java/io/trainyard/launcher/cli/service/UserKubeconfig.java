package io.trainyard.launcher.cli.service;

import io.trainyard.local.files.HomeFolder;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The kubeconfig that changes of a user go to. */
final class UserKubeconfig {
    private UserKubeconfig() {}

    /**
     * The one that kubectl would change: of several the first that exists, or else the last. Whoever adds a file to a variable that was not set names an
     * empty one, too. Looks at files.
     *
     * @param variables environment variables
     */
    static Path of(Map<String, String> variables) {
        List<Path> named = Stream.of(variables.getOrDefault("KUBECONFIG", "").split(File.pathSeparator))
                .filter(name -> !name.isEmpty())
                .map(name -> Path.of(name).toAbsolutePath())
                .toList();
        if (named.isEmpty()) {
            return HomeFolder.of(variables).resolve(".kube").resolve("config");
        }
        return named.stream().filter(Files::exists).findFirst().orElse(named.get(named.size() - 1));
    }
}
