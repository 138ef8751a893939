package io.trainyard.launcher.cli.process;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The environment variables of the user, as they were before the start script chose a locale and the memory of Java. Lists of folders mean what they mean to the
 * user, wherever programs start. Pure but for {@link #ofProcess}.
 */
public final class UserVariables {
    /** Set by the start script where it has chosen: {@code =} and the value of {@code LC_ALL}, or nothing where that was not set. */
    private static final String LOCALE_BEFORE = "TRAINYARD_LC_ALL";

    private static final String LOCALE = "LC_ALL";

    /** Set by the start script where it has set {@link #ARENAS}, which was not set before. */
    private static final String ARENAS_ARE_OURS = "TRAINYARD_MALLOC";

    private static final String ARENAS = "MALLOC_ARENA_MAX";

    /** Programs may start in another folder than the one that relative entries of these begin in. */
    private static final List<String> FOLDERS = List.of("PATH", "PYTHONPATH", "LD_LIBRARY_PATH");

    private UserVariables() {}

    /** Those that this process was started with. */
    public static Map<String, String> ofProcess() {
        return withFoldersOf(Path.of("").toAbsolutePath(), of(System.getenv()));
    }

    static Map<String, String> withFoldersOf(Path folder, Map<String, String> variables) {
        Map<String, String> own = new TreeMap<>(variables);
        for (String name : FOLDERS) {
            own.computeIfPresent(name, (same, list) -> Arrays.stream(list.split(File.pathSeparator, -1))
                    // An empty one means the folder that the program starts in.
                    .map(each -> each.isEmpty() || each.startsWith("/")
                            ? each
                            : folder.resolve(each).normalize().toString())
                    .collect(Collectors.joining(File.pathSeparator)));
        }
        return own;
    }

    static Map<String, String> of(Map<String, String> variables) {
        Map<String, String> own = new TreeMap<>(variables);
        if (own.remove(ARENAS_ARE_OURS) != null) {
            own.remove(ARENAS);
        }
        String before = own.remove(LOCALE_BEFORE);
        if (before != null) {
            own.remove(LOCALE);
            if (before.startsWith("=")) {
                own.put(LOCALE, before.substring(1));
            }
        }
        return own;
    }
}
