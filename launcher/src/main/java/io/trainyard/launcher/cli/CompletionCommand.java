package io.trainyard.launcher.cli;

import io.trainyard.launcher.cli.process.Environment;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints a script that lets a shell complete our commands and options. */
@Command(
        name = "completion",
        header = "Print a script for command completion in bash, zsh or fish.",
        footer = {
            "  source <(trainyard completion bash)      in ~/.bashrc",
            "  source <(trainyard completion zsh)       in ~/.zshrc",
            "  trainyard completion fish | source       in ~/.config/fish/config.fish",
            "",
            "To type trainyard anywhere, link the program into a folder of your path: ln -s FOLDER/trainyard ~/.local/bin/"
        })
final class CompletionCommand implements Runnable {
    /** Shells that understand the script. */
    enum Shell {
        bash,
        zsh,
        fish
    }

    private final Environment environment;
    private final Supplier<CommandLine> everything;

    @Parameters(arity = "0..1", paramLabel = "SHELL", description = "bash, zsh or fish.")
    private Shell shell = Shell.bash;

    CompletionCommand(Environment environment, Supplier<CommandLine> everything) {
        this.environment = environment;
        this.everything = everything;
    }

    @Override
    public void run() {
        CompletionNames names = new CompletionNames(environment.homeFolder("runtimes"));
        environment
                .out()
                .println(
                        shell == Shell.fish
                                ? new FishCompletion(names).script(everything.get())
                                : AutoComplete.bash("trainyard", everything.get()) + names.bash());
    }
}
