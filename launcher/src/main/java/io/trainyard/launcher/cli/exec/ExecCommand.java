package io.trainyard.launcher.cli.exec;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.launcher.cli.process.Environment;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Runs a program where a rank of a run runs. */
@Command(
        name = "exec",
        header = "Run a program where a rank runs: its variables, folder and mounts.",
        customSynopsis = "trainyard exec RUN [--rank N] -- PROGRAM [ARGUMENT...]",
        description = {
            "",
            "The program has the environment variables of the rank, starts in its folder and sees its mounts. It uses this terminal, and ends with the "
                    + "container at the latest. Its exit code is that of the command. RUN is a name that 'trainyard ps' lists or its beginning, "
                    + "the name of a TrainJob, or latest."
        },
        footer = {
            "  trainyard exec mnist -- env                       the variables of rank 0",
            "  trainyard exec latest --rank 1 -- py-spy dump --pid 4711",
            "  trainyard exec mnist -- sh -c 'ls /workspace'"
        })
public final class ExecCommand implements Callable<Integer> {
    private final Environment environment;

    @Parameters(index = "0", arity = "1", paramLabel = "RUN", description = "The run.")
    private String run = "latest";

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "PROGRAM",
            description = "What is run, with its arguments; behind -- if it has options.")
    private List<String> program = List.of();

    @Mixin
    private RankOption rank = new RankOption();

    public ExecCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        if (program.isEmpty()) {
            throw wrong("name a program: trainyard exec " + run + " -- PROGRAM; or use 'trainyard shell'");
        }
        return ForegroundProgram.run(rank.execContext(run, environment).program(program), environment);
    }
}
