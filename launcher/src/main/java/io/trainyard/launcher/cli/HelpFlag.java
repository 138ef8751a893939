package io.trainyard.launcher.cli;

import picocli.CommandLine.Option;

/** Asks for the help of a command. */
final class HelpFlag {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;
}
