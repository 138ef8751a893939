package io.trainyard.launcher.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        groups.put("Ask about TrainJobs, here or in a cluster:", List.of("why", "report"));
        groups.put("Look at TrainJobs without a cluster:", List.of("render", "runtimes"));
        groups.put(
                "Install and run the controller:",
                List.of("crds", "rbac", "install-runtimes", "controller", "plugins", "kubelet"));
        groups.put("Other:", List.of("version", "completion"));
        return groups;
    }

    static void applyTo(CommandLine commandLine) {
        commandLine.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
        commandLine.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, CommandGroups::list);
    }

    private static String list(CommandLine.Help help) {
        StringBuilder text = new StringBuilder();
        GROUPS.forEach((heading, names) -> {
            text.append(String.format("%n%s%n", heading));
            for (String name : names) {
                CommandLine.Help command = help.subcommands().get(name);
                if (command != null) {
                    String[] header = command.commandSpec().usageMessage().header();
                    text.append(String.format("  %-18s%s%n", name, header.length == 0 ? "" : header[0]));
                }
            }
        });
        return text.toString();
    }
}
