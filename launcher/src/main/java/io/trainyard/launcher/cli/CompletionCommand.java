package io.trainyard.launcher.cli;

import io.trainyard.launcher.cli.process.Environment;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints a script that lets a shell complete our commands and options. */
@Command(
        name = "completion",
        header = "Print a script for command completion in bash or zsh.",
        synopsisHeading = "Usage: ",
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%nArguments:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  source <(trainyard completion bash)      in ~/.bashrc",
            "  source <(trainyard completion zsh)       in ~/.zshrc"
        })
final class CompletionCommand implements Runnable {
    /** Shells that understand the script. */
    enum Shell {
        bash,
        zsh
    }

    private final Environment environment;
    private final Supplier<CommandLine> everything;

    @Parameters(arity = "0..1", paramLabel = "SHELL", description = "bash or zsh; both get the same script.")
    @SuppressWarnings("UnusedVariable") // picocli checks the value; the script is the same for each.
    private Shell shell = Shell.bash;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    CompletionCommand(Environment environment, Supplier<CommandLine> everything) {
        this.environment = environment;
        this.everything = everything;
    }

    @Override
    public void run() {
        environment.out().println(AutoComplete.bash("trainyard", everything.get()));
    }
}
