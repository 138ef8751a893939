package io.trainyard.launcher.cli.launch;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.core.manifest.Manifest;
import io.trainyard.foundation.yaml.YamlDocuments;
import io.trainyard.foundation.yaml.YamlWriter;
import io.trainyard.launcher.cli.input.InputFlags;
import io.trainyard.launcher.cli.input.JobInput;
import io.trainyard.launcher.cli.input.ProgramFiles;
import io.trainyard.launcher.cli.input.WithProgram;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.run.LocalRunner;
import io.trainyard.launcher.cli.run.RunFlags;
import io.trainyard.launcher.program.MeantVariables;
import io.trainyard.launcher.program.ProgramJob;
import io.trainyard.launcher.run.view.ShellWord;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a TrainJob of a command line and trains it on this machine. */
@Command(
        name = "launch",
        header = "Train a command line on several nodes here, without YAML.",
        customSynopsis = "trainyard launch [OPTIONS] -- COMMAND [ARGUMENT...]",
        description = {
            "",
            "Makes a TrainJob of what you would type without Trainyard, and runs it as 'trainyard run' does; programs start in this folder. The runtime is "
                    + "that of the launcher in COMMAND (torchrun, mpirun, accelerate launch) or of what the script imports; python then becomes torchrun for "
                    + "PyTorch and mpirun for MPI.",
            "",
            "--save writes the TrainJob instead, for 'trainyard run' and for a cluster."
        },
        exitCodeList = {
            "0:the program succeeded, or the TrainJob was written",
            "2:--save or --dry-run: wrong input or option",
            "124:--timeout has passed",
            "125:wrong input or option, something that this machine lacks, or a fault in Trainyard or in a plugin",
            "126:the program may not be executed",
            "127:there is no such program",
            "129:its terminal was closed",
            "130:stopped by Ctrl-C or by 'trainyard stop'",
            "141:stopped, since standard output was closed",
            "other:that of the program; of several processes, of the one that failed first; 128 and the number of a signal"
        },
        footer = {
            "  trainyard launch --nodes 2 -- python train.py --epochs 1        two nodes",
            "  trainyard launch --nodes 2 --nproc 4 -- torchrun train.py       two nodes with four processes each",
            "  trainyard launch --nodes 2 --save job.yaml -- python train.py   only write the TrainJob"
        })
public final class LaunchCommand implements Callable<Integer>, WithProgram {
    /** What messages call the place of the TrainJob. */
    private static final String SOURCE = "command line";

    private final Environment environment;
    private final LocalRunner runner;

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "What each node starts, with its arguments.")
    private List<String> words = List.of();

    private boolean behindDashes;

    @ArgGroup(validate = false, heading = "%nThe TrainJob:%n")
    private JobFlags job = new JobFlags();

    @Option(
            names = "--save",
            paramLabel = "FILE",
            description = "Write the TrainJob as YAML into a new file, and run nothing.")
    private @Nullable Path save;

    @Option(names = "--force", description = "Let --save replace a file that exists.")
    private boolean force;

    @Mixin
    private InputFlags reading = new InputFlags();

    @Mixin
    private RunFlags flags = new RunFlags();

    public LaunchCommand(Environment environment, LocalRunner runner) {
        this.environment = environment;
        this.runner = runner;
    }

    @Override
    public void setProgram(List<String> given) {
        words = List.copyOf(given);
        behindDashes = true;
    }

    @Override
    public boolean endsAsProgram() {
        return save == null && !flags.isDryRun();
    }

    @Override
    public Integer call() {
        if (words.isEmpty()) {
            throw wrong("name what to start: trainyard launch --nodes 2 -- python train.py");
        }
        if (flags.isDetached() && !behindDashes) {
            throw wrong("-d: put -- before the command, so that it is clear whose option it is");
        }
        Path folder = Path.of("").toAbsolutePath();
        LaunchedWords.requireWords(words, folder);
        MeantVariables.note(words).ifPresent(environment.err()::println);
        if (save != null) {
            LaunchedWords.requireManifest(save, words, folder);
            return save(job.job(words, new ProgramFiles(folder)), save);
        }
        LaunchedWords.requireScript(words, folder);
        ProgramJob made = job.jobHere(words, new ProgramFiles(folder));
        made.program().told().forEach(environment.err()::println);
        if (!behindDashes) {
            LaunchedWords.optionOfOurs(words).ifPresent(option -> environment
                    .err()
                    .println("note: " + option + " stands behind " + words.get(0)
                            + ", so it is an option of the program; those of trainyard stand before the command"));
        }
        return runner.run(
                flags,
                Optional.empty(),
                reading.namespace(),
                code -> input(made.here(), code),
                Optional.of(folder),
                (run, request, again) -> run.run(request));
    }

    private JobInput input(Map<String, Object> made, int unknownRuntime) {
        return JobInput.of(
                List.of(YamlDocuments.read(SOURCE, YamlWriter.write(made)).withoutLines()),
                reading.source(List.of(SOURCE), unknownRuntime),
                Manifest::object,
                environment);
    }

    private int save(ProgramJob made, Path file) {
        runner.judge(flags, reading.namespace(), () -> input(made.tree(), ExitCodes.WRONG_INPUT));
        NewFile.write(file, made.yaml(), force);
        job.openSecrets().ifPresent(environment.err()::println);
        made.program().told().forEach(environment.err()::println);
        environment.out().println("wrote " + file + ": runtime " + made.runtime() + ", since " + made.reason());
        environment
                .out()
                .println("trainyard run " + ShellWord.of(file)
                        + " trains here, trainyard submit in a cluster with the code of this folder");
        Path folder = file.toAbsolutePath().normalize().resolveSibling("").normalize();
        if (!folder.equals(Path.of("").toAbsolutePath())) {
            environment
                    .out()
                    .println("note: its program starts in the folder of the file; run it with --workdir " + "."
                            + " to start it in this one");
        }
        return ExitCodes.DONE;
    }
}
