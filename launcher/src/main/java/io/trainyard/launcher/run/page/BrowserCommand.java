package io.trainyard.launcher.run.page;

import io.trainyard.foundation.regex.LinearPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** How the browser of this machine's user is asked to show an address. Pure. */
final class BrowserCommand {
    private static final LinearPattern PROGRAM = LinearPattern.of("[^\\s:%]+");

    private BrowserCommand() {}

    /**
     * The command; empty where nobody could see a browser, as on a server.
     *
     * @param system name of the operating system, as Java knows it
     * @param variables environment variables
     * @param isProgram whether there is a program of that name
     */
    static Optional<List<String>> of(
            String system, Map<String, String> variables, Predicate<String> isProgram, String address) {
        String name = system.toLowerCase(Locale.ROOT);
        if (name.startsWith("mac")) {
            return Optional.of(List.of("open", address));
        }
        String chosen = variables.getOrDefault("BROWSER", "");
        if (PROGRAM.matches(chosen) && isProgram.test(chosen)) {
            return Optional.of(apart(isProgram, chosen, address));
        }
        if (variables.containsKey("WSL_DISTRO_NAME") && isProgram.test("wslview")) {
            return Optional.of(List.of("wslview", address));
        }
        boolean screen = !variables.getOrDefault("DISPLAY", "").isEmpty()
                || !variables.getOrDefault("WAYLAND_DISPLAY", "").isEmpty();
        return screen && isProgram.test("xdg-open")
                ? Optional.of(apart(isProgram, "xdg-open", address))
                : Optional.empty();
    }

    /** A browser that is started by this must not end with Ctrl-C for the run. */
    private static List<String> apart(Predicate<String> isProgram, String program, String address) {
        List<String> command = new ArrayList<>();
        if (isProgram.test("setsid")) {
            command.addAll(List.of("setsid", "--fork"));
        }
        command.addAll(List.of(program, address));
        return command;
    }
}
