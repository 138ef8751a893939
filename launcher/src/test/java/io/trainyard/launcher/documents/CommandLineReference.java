package io.trainyard.launcher.documents;

import static io.trainyard.launcher.documents.ReferencePage.code;
import static io.trainyard.launcher.documents.ReferencePage.plain;

import io.trainyard.launcher.cli.CommandLineModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Makes the page of the command line of what picocli knows of the commands. */
final class CommandLineReference {
    private static final Pattern COMMAND = Pattern.compile(" {2}([a-z][a-z-]*) {2,}(.*)");
    private static final List<String> OPTIONS = List.of("Option", "Meaning");

    private final ReferencePage page = new ReferencePage("Command line", "the commands of the launcher");

    private CommandLineReference() {}

    static String page() {
        return new CommandLineReference().write();
    }

    private String write() {
        CommandLine root = CommandLineModel.commands();
        page.paragraph("The option `--help` of a command shows the same text for the version that you have.");
        // Examples of the program stand under a heading of their own in its help.
        for (String line : CommandLineModel.help().split("Examples:")[0].split("\n")) {
            Matcher command = COMMAND.matcher(line);
            if (line.endsWith(":") && !line.startsWith(" ") && !line.startsWith("Options")) {
                page.heading(2, line.substring(0, line.length() - 1));
            } else if (command.matches() && root.getSubcommands().containsKey(command.group(1))) {
                describe(root.getSubcommands().get(command.group(1)));
            }
        }
        return page.toString();
    }

    private void describe(CommandLine command) {
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        page.heading(3, command.getCommandSpec().name());
        page.paragraph(plain(formatted(String.join(" ", usage.header()))));
        page.block("trainyard "
                + command.getHelp()
                        .synopsis(0)
                        .strip()
                        .replaceFirst("^(?:Usage: )?(?:trainyard |<main class> )*", "")
                        .replaceAll("\\s+", " "));
        Arrays.stream(usage.description())
                .map(text -> plain(formatted(text)))
                .filter(text -> !text.isEmpty())
                .forEach(page::paragraph);
        page.table(
                List.of("Argument", "Meaning"),
                command.getCommandSpec().positionalParameters().stream()
                        .filter(argument -> !argument.hidden())
                        .map(argument -> List.of(code(label(argument)), description(argument)))
                        .toList());
        page.table(
                OPTIONS,
                rows(command.getCommandSpec().options().stream()
                        .filter(option -> option.group() == null)
                        .toList()));
        command.getCommandSpec().argGroups().forEach(this::group);
        page.table(
                List.of("Exit code", "When"),
                usage.exitCodeList().entrySet().stream()
                        .map(code -> List.of(code(code.getKey()), plain(formatted(code.getValue()))))
                        .toList());
        if (usage.footer().length > 0) {
            page.block(Arrays.stream(usage.footer())
                    .map(line -> formatted(line).strip())
                    .collect(Collectors.joining("\n")));
        }
    }

    private void group(ArgGroupSpec group) {
        List<OptionSpec> options = group.allOptionsNested();
        if (options.stream().anyMatch(option -> !option.hidden())) {
            String heading =
                    group.heading() == null ? "" : formatted(group.heading()).strip();
            if (!heading.isEmpty()) {
                page.paragraph("**" + heading.replaceFirst(":$", "") + "**");
            }
            page.table(OPTIONS, rows(options));
        }
    }

    private static List<List<String>> rows(List<OptionSpec> options) {
        List<List<String>> rows = new ArrayList<>();
        options.stream()
                .filter(option -> !option.hidden())
                .forEach(option -> rows.add(List.of(
                        Arrays.stream(option.names())
                                .map(name -> code(name
                                        + (name.equals(option.longestName()) && takesValue(option)
                                                ? value(option)
                                                : "")))
                                .collect(Collectors.joining(", ")),
                        description(option))));
        return rows;
    }

    private static boolean takesValue(OptionSpec option) {
        return option.arity().max() > 0;
    }

    private static String value(OptionSpec option) {
        String value = " " + option.paramLabel();
        return option.arity().min() == 0 ? "[=" + option.paramLabel() + "]" : value;
    }

    private static String label(PositionalParamSpec argument) {
        String label = argument.paramLabel()
                + (argument.arity().max() > 1 || argument.index().max() > 99 ? "..." : "");
        return argument.arity().min() == 0 ? "[" + label + "]" : label;
    }

    private static String description(ArgSpec argument) {
        return plain(formatted(String.join(" ", argument.description())
                .replace("${DEFAULT-VALUE}", String.valueOf(argument.defaultValueString()))));
    }

    /** What picocli makes of its own format. */
    private static String formatted(String text) {
        return text.replace("%n", " ").replace("%%", "%");
    }
}
