package io.trainyard.launcher.cli.exec;

import io.trainyard.launcher.cli.process.Environment;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A shell where a rank of a run runs. */
@Command(
        name = "shell",
        header = "Open a shell where a rank runs: its variables, folder and mounts.",
        description = {"", "As 'trainyard exec RUN -- SHELL', with the shell that the variable SHELL names, or sh."},
        footer = {"  trainyard shell", "  trainyard shell mnist --rank 1"})
public final class ShellCommand implements Callable<Integer> {
    private final Environment environment;

    @Parameters(index = "0", arity = "0..1", paramLabel = "RUN", description = "The run; without it, the newest.")
    private String run = "latest";

    @Mixin
    private RankOption rank = new RankOption();

    public ShellCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        String shell = environment.variables().getOrDefault("SHELL", "/bin/sh");
        return ForegroundProgram.run(rank.execContext(run, environment).program(List.of(shell)), environment);
    }
}
