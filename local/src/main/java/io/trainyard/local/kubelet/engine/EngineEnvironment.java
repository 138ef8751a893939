package io.trainyard.local.kubelet.engine;

import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.local.kubelet.process.StartException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How the variables of a container reach it: none of them stands in a command line, where everybody on the machine sees it, and none changes what the
 * engine's own program does. Pure.
 *
 * @param file text of the file that the program reads them from
 * @param inherited those that such a file cannot hold; the program passes them on from its own environment
 */
record EngineEnvironment(String file, Map<String, String> inherited) {
    private static final LinearPattern NAME = LinearPattern.of("[A-Za-z_][A-Za-z0-9_.-]*");
    /** The programs read lines of at most 64 KiB. */
    private static final int MAX_VALUE_LENGTH = 15_000;

    private static final Set<String> OF_THE_PROGRAM = Set.of(
            "PATH",
            "HOME",
            "USER",
            "LANG",
            "TMPDIR",
            "SHELL",
            "NOTIFY_SOCKET",
            "KUBECONFIG",
            "REGISTRY_AUTH_FILE",
            "STORAGE_DRIVER",
            "STORAGE_OPTS",
            "SSL_CERT_FILE",
            "SSL_CERT_DIR",
            "GODEBUG",
            "GOGC",
            "GOMAXPROCS",
            "GOMEMLIMIT",
            "GOTRACEBACK");
    private static final LinearPattern OF_THE_PROGRAM_TOO =
            LinearPattern.of("(?i)(DOCKER|BUILDKIT|CONTAINERS?|PODMAN|BUILDAH|XDG|LD|DYLD|DBUS|OTEL)_.*|.*_PROXY");

    EngineEnvironment {
        inherited = Map.copyOf(inherited);
    }

    /**
     * Divides them.
     *
     * @throws StartException when one fits nowhere
     */
    static EngineEnvironment of(Map<String, String> variables) {
        StringBuilder file = new StringBuilder();
        Map<String, String> inherited = new TreeMap<>();
        variables.forEach((name, value) -> {
            if (NAME.matches(name) && isOneLine(value)) {
                file.append(name).append('=').append(value).append('\n');
            } else if (OF_THE_PROGRAM.contains(name) || OF_THE_PROGRAM_TOO.matches(name)) {
                throw new StartException(
                        "variable " + name
                                + " cannot be given to a container: its value has several lines or is too long, and the engine's program would use it");
            } else {
                inherited.put(name, value);
            }
        });
        return new EngineEnvironment(file.toString(), inherited);
    }

    private static boolean isOneLine(String value) {
        return value.length() <= MAX_VALUE_LENGTH && value.indexOf('\n') < 0 && value.indexOf('\r') < 0;
    }
}
