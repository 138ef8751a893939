package io.trainyard.launcher.cli.process;

import java.util.Map;
import java.util.TreeMap;

/** The environment variables of the user, as they were before the start script chose a locale for Java. Pure but for {@link #ofProcess}. */
public final class UserVariables {
    /** Set by the start script where it has chosen: {@code =} and the value of {@code LC_ALL}, or nothing where that was not set. */
    private static final String LOCALE_BEFORE = "TRAINYARD_LC_ALL";

    private static final String LOCALE = "LC_ALL";

    private UserVariables() {}

    /** Those that this process was started with. */
    public static Map<String, String> ofProcess() {
        return of(System.getenv());
    }

    static Map<String, String> of(Map<String, String> variables) {
        String before = variables.get(LOCALE_BEFORE);
        if (before == null) {
            return variables;
        }
        Map<String, String> own = new TreeMap<>(variables);
        own.remove(LOCALE_BEFORE);
        own.remove(LOCALE);
        if (before.startsWith("=")) {
            own.put(LOCALE, before.substring(1));
        }
        return own;
    }
}
