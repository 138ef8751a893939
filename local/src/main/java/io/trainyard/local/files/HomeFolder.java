package io.trainyard.local.files;

import java.nio.file.Path;
import java.util.Map;

/** The home folder of the user. Pure. */
public final class HomeFolder {
    private HomeFolder() {}

    /**
     * The one that shells, kubectl and Python take. Java itself asks the system, which may know of another one: in containers of CI, under {@code sudo}.
     *
     * @param variables environment variables
     */
    public static Path of(Map<String, String> variables) {
        String home = variables.getOrDefault("HOME", "");
        return Path.of(home.isEmpty() ? System.getProperty("user.home", "") : home)
                .toAbsolutePath()
                .normalize();
    }
}
