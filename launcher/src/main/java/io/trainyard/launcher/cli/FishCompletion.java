package io.trainyard.launcher.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Writes a script for completion in fish, which picocli cannot.
 *
 * @param names what is completed besides commands and options
 */
record FishCompletion(CompletionNames names) {
    private static final String COMPLETE = "complete -c trainyard";

    String script(CommandLine commandLine) {
        StringBuilder script = new StringBuilder("# Completion of trainyard in fish.\n");
        commandLine.getSubcommands().forEach((name, command) -> {
            CommandSpec spec = command.getCommandSpec();
            line(
                    script,
                    "-n __fish_use_subcommand -f -a " + name,
                    first(spec.usageMessage().header()));
            String seen = "-n '__fish_seen_subcommand_from " + name + "'";
            for (OptionSpec option : spec.options()) {
                if (!option.hidden()) {
                    option(script, seen, option);
                }
            }
            if (CompletionNames.WITH_RUN.contains(name)) {
                line(script, seen + " -f -a \"latest (" + CompletionNames.listFor(name) + ")\"", "");
            }
        });
        return script.toString();
    }

    private void option(StringBuilder script, String seen, OptionSpec option) {
        StringBuilder words = new StringBuilder(seen);
        for (String name : option.names()) {
            words.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
        }
        boolean runtime = option.longestName().equals(CompletionNames.RUNTIME_OPTION);
        if (runtime) {
            words.append(" -x -a '")
                    .append(String.join(" ", names.runtimeNames()))
                    .append('\'');
        } else if (option.arity().max() > 0) {
            words.append(" -r");
        }
        line(script, words.toString(), first(option.description()));
    }

    private static void line(StringBuilder script, String words, String description) {
        script.append(COMPLETE).append(' ').append(words);
        if (!description.isEmpty()) {
            script.append(" -d '")
                    .append(description.replace("\\", "\\\\").replace("'", "\\'"))
                    .append('\'');
        }
        script.append('\n');
    }

    /** Up to the end of the first sentence. */
    private static String first(String[] text) {
        if (text.length == 0) {
            return "";
        }
        String plain = text[0].replace("%%", "%").replace("${DEFAULT-VALUE}", "default");
        int end = plain.indexOf(". ");
        String sentence = end < 0 ? plain : plain.substring(0, end);
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }
}
