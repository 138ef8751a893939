package io.trainyard.launcher.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Shows the commands under headings that say what one may want to do. */
final class CommandGroups {
    private static final Map<String, List<String>> GROUPS = groups();

    private CommandGroups() {}

    private static Map<String, List<String>> groups() {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        groups.put(
                "Train on this machine, without a cluster:",
                List.of(
                        "run", "dev", "launch", "init", "up", "down", "status", "top", "ps", "logs", "attach", "exec",
                        "shell", "scale", "stop", "clean"));
        groups.put("Train in a cluster:", List.of("submit"));
        groups.put("Ask about TrainJobs, here or in a cluster:", List.of("why", "report"));
        groups.put("Look at TrainJobs without a cluster:", List.of("render", "runtimes"));
        groups.put(
                "Install and run the controller:",
                List.of("crds", "rbac", "install-runtimes", "controller", "plugins"));
        groups.put("Other:", List.of("version", "completion"));
        return groups;
    }

    /**
     * @param commands all of them; asked for their annotation alone, since picocli takes ten times as long to look at their options
     */
    static void applyTo(CommandLine commandLine, Map<String, Supplier<Object>> commands) {
        commandLine.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
        commandLine.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> list(commands));
    }

    private static String list(Map<String, Supplier<Object>> commands) {
        StringBuilder text = new StringBuilder();
        GROUPS.forEach((heading, names) -> {
            text.append(System.lineSeparator()).append(heading).append(System.lineSeparator());
            for (String name : names) {
                Supplier<Object> command = commands.get(name);
                if (command != null) {
                    text.append("  ")
                            .append(name)
                            .append(" ".repeat(Math.max(1, 18 - name.length())))
                            .append(header(command))
                            .append(System.lineSeparator());
                }
            }
        });
        return text.toString();
    }

    private static String header(Supplier<Object> command) {
        CommandLine.Command described = command.get().getClass().getAnnotation(CommandLine.Command.class);
        return described == null || described.header().length == 0
                ? ""
                : described.header()[0];
    }
}
