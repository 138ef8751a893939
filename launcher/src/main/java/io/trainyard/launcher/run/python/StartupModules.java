package io.trainyard.launcher.run.python;

import io.trainyard.local.files.PrivateFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The Python modules that find out which rank a process is, and let it be debugged or recorded. Nothing of the user's is changed for it. */
public final class StartupModules {
    private static final List<String> MODULES =
            List.of("sitecustomize.py", "_trainyard_debug.py", "_trainyard_profile.py");

    private StartupModules() {}

    /**
     * Writes them. Blocks.
     *
     * @param folder a new one, which Python is to look into first
     * @return the variables with which programs find it
     */
    public static Map<String, String> write(Path folder) throws IOException {
        PrivateFiles.createFolders(folder);
        for (String name : MODULES) {
            try (InputStream module = StartupModules.class.getResourceAsStream(name)) {
                if (module == null) {
                    throw new IOException("this build was made without " + name);
                }
                PrivateFiles.write(folder.resolve(name), module.readAllBytes());
            }
        }
        return Map.of("TRAINYARD_PYTHON_FOLDER", folder.toString());
    }
}
