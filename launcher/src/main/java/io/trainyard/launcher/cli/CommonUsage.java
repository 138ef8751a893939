package io.trainyard.launcher.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** What the help of all commands has in common, so that none has to say it: headings, the order of options, and the option for it. */
final class CommonUsage {
    /** Longer lines are hard to read. */
    static final int MAX_WIDTH = 110;

    private CommonUsage() {}

    /** Adds what the command does not say itself. */
    static void applyTo(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        if (spec.findOption("help") == null) {
            spec.addMixin("help", CommandSpec.forAnnotatedObject(new HelpFlag()));
        }
        UsageMessageSpec usage = spec.usageMessage()
                .synopsisHeading("Usage: ")
                .abbreviateSynopsis(true)
                .sortOptions(false);
        if (usage.optionListHeading().isEmpty()) {
            usage.optionListHeading("%nOptions:%n");
        }
        if (!spec.positionalParameters().isEmpty()) {
            usage.parameterListHeading("%nArguments:%n");
        }
        if (!usage.exitCodeList().isEmpty()) {
            usage.exitCodeListHeading("%nExit codes:%n");
        }
        if (usage.footer().length > 0 && usage.footerHeading().isEmpty()) {
            usage.footerHeading("%nExamples:%n");
        }
    }
}
