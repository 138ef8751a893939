package io.trainyard.launcher.cli.run;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.core.manifest.Manifest;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.cli.input.FrameworkName;
import io.trainyard.launcher.cli.input.GivenNames;
import io.trainyard.launcher.cli.input.InputFlags;
import io.trainyard.launcher.cli.input.JobInput;
import io.trainyard.launcher.cli.input.ProcessCount;
import io.trainyard.launcher.cli.input.ProgramFiles;
import io.trainyard.launcher.cli.input.WithProgram;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.program.LiteralText;
import io.trainyard.launcher.program.MeantVariables;
import io.trainyard.launcher.program.ProgramJob;
import io.trainyard.launcher.program.StartedJob;
import io.trainyard.launcher.program.TrainingProgram;
import io.trainyard.launcher.program.UnclearProgramException;
import io.trainyard.spi.model.TrainJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Trains on this machine: the same YAML, no cluster. */
@Command(
        name = "run",
        header = "Train on this machine: the same YAML, no cluster.",
        customSynopsis = "trainyard run FILE... [OPTIONS] [-- ARGUMENT...]",
        description = {
            "",
            "Runs a script as your shell does. Runs TrainJobs with the controller of a cluster and an API server in this process; their pods "
                    + "become processes with the environment that they would have in a cluster. Ends when all programs or TrainJobs have ended.",
            "",
            "Logs and all other files of a run are in .trainyard/runs; see the commands ps, logs, stop and clean."
        },
        exitCodeList = {
            "0:all TrainJobs succeeded",
            "1:a TrainJob failed, or names an unknown runtime; of a script, see below",
            "2:wrong input or option, or something that this machine lacks",
            "3:a fault in Trainyard or in a plugin",
            "124:--timeout has passed",
            "125:in place of 1 to 3, where a script or a file of 'init' is run",
            "126:the program may not be executed",
            "127:there is no such program",
            "129:its terminal was closed",
            "130:stopped by Ctrl-C or by 'trainyard stop'",
            "141:stopped, since standard output was closed",
            "other:that of the script; of several processes, of the one that failed first; 128 and the number of a signal"
        },
        footer = {
            "  trainyard run examples/train-python.yaml             train on two nodes",
            "  trainyard run train.py --nodes 2 -- --epochs 1       a script, without any YAML",
            "  trainyard run job.yaml --nodes 2 --nproc 1           smaller than in the cluster",
            "  trainyard run job.yaml --python .venv/bin/python     with the packages of a virtual environment",
            "  trainyard run job.yaml --dry-run                     only show the JobSet"
        })
public class RunCommand implements Callable<Integer>, WithProgram {
    private final Environment environment;
    private final LocalRunner runner;
    private final Set<String> told = new HashSet<>();
    private final GivenNames names;
    private List<String> arguments = List.of();
    private boolean program;

    @Parameters(
            arity = "0..*",
            paramLabel = "FILE",
            description =
                    "YAML or JSON with any number of documents, in any order; a folder stands for its files, - for standard input. Or a script: train.py. What follows -- are arguments of the program.")
    private List<String> files = List.of();

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "The same, as kubectl takes it. May be repeated.")
    private List<String> moreFiles = List.of();

    @Mixin
    private InputFlags reading = new InputFlags();

    @Option(names = "--framework", paramLabel = "NAME", description = FrameworkName.DESCRIPTION)
    private @Nullable String framework;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "Number of nodes; overrides the TrainJobs. A script becomes a group, also of 1.")
    private @Nullable Integer nodes;

    @Option(
            names = "--nproc",
            paramLabel = "N",
            description =
                    "Processes per node; overrides the TrainJobs. A number, auto, cpu or gpu. A script becomes a group.")
    private @Nullable String processes;

    @Option(names = "--ignore-suspend", description = "Start suspended TrainJobs at once.")
    private boolean ignoreSuspend;

    @Mixin
    private RunFlags flags = new RunFlags();

    @Mixin
    private CapacityFlags capacity = new CapacityFlags();

    public RunCommand(Environment environment, LocalRunner runner) {
        this.environment = environment;
        this.runner = runner;
        this.names = new GivenNames(environment.err()::println);
    }

    /** Arguments of the program, in place of those of the file. */
    @Override
    public void setProgram(List<String> given) {
        arguments = List.copyOf(given);
    }

    @Override
    public boolean endsAsProgram() {
        return !flags.dryRun && (program || names().stream().anyMatch(ProgramJob::isScript));
    }

    private List<String> names() {
        List<String> names = new ArrayList<>(files);
        names.addAll(moreFiles);
        return names;
    }

    @Override
    public Integer call() {
        List<String> names = names();
        if (names.isEmpty()) {
            throw wrong("name a file with a TrainJob, or a script: trainyard run FILE"
                    + (arguments.isEmpty()
                            ? ""
                            : "; what starts a program goes to trainyard launch -- " + String.join(" ", arguments)));
        }
        requireFiles(names);
        check(flags, names);
        MeantVariables.note(arguments).ifPresent(environment.err()::println);
        return runner.run(
                flags,
                Optional.of(capacity),
                reading.namespace(),
                unknownRuntime -> JobInput.read(
                        reading.source(names, unknownRuntime).startingIn(flags.machine.workFolder()),
                        this::adjusted,
                        environment),
                Optional.empty(),
                (run, request, again) -> start(run, request, names, again));
    }

    /** A command in the place of a file, and arguments of a program beside one, are not what is wrong with a file. */
    private void requireFiles(List<String> names) {
        String first = names.get(0);
        if (TrainingProgram.isStarter(first) && names.size() > 1 && !Files.exists(Path.of(first))) {
            throw wrong(first + ": is a program, not a file; trainyard launch -- " + String.join(" ", names)
                    + " starts it");
        }
        List<String> rest = files.stream()
                .skip(1)
                .filter(name -> !Files.exists(Path.of(name)) && !name.equals("-"))
                .toList();
        if (ProgramJob.isScript(first)
                && Files.exists(Path.of(first))
                && !rest.isEmpty()
                && rest.stream().noneMatch(RunCommand::isLikeFile)) {
            throw wrong(rest.get(0) + ": no such file; arguments of the program stand behind --: trainyard run " + first
                    + " -- " + String.join(" ", rest));
        }
    }

    private static boolean isLikeFile(String name) {
        return name.matches(".*\\.(?:ya?ml|json|py|sh)");
    }

    /** Refuses what this command cannot do, with a {@link CommandException}. */
    void check(RunFlags given, List<String> names) {}

    /** Runs what is asked for, to its end. */
    int start(LocalRun run, LocalRun.Request request, List<String> names, Supplier<LocalRun.Request> again) {
        return run.run(request);
    }

    private TrainJob adjusted(Manifest<TrainJob> manifest) {
        if (nodes != null && nodes < 1) {
            throw wrong("--nodes: must be 1 or more, not " + nodes);
        }
        ProcessCount.require(processes);
        TrainJob changed = changed(flags.dryRun ? manifest.object() : names.named(manifest));
        program = StartedJob.isProgram(changed);
        if (program) {
            return started(changed, Path.of(manifest.document().source()));
        }
        FrameworkName.of(framework).ifPresent(given -> {
            throw wrong("--framework: " + manifest.document().source() + " has a runtime, which decides; leave it out");
        });
        return changed;
    }

    /** Applies the command line to a copy of the TrainJob. Values of the command line win. */
    private TrainJob changed(TrainJob written) {
        boolean resumed =
                ignoreSuspend && written.getSpec() != null && written.getSpec().isSuspended();
        if (nodes == null && processes == null && arguments.isEmpty() && !resumed) {
            return written;
        }
        Map<String, Object> tree = Tree.copy(TreeConversion.toTree(written));
        if (nodes != null) {
            Tree.put(tree, nodes, "spec", "trainer", "numNodes");
        }
        if (processes != null) {
            Tree.put(tree, processCount(written, processes), "spec", "trainer", "numProcPerNode");
        }
        if (!arguments.isEmpty()) {
            Tree.put(tree, LiteralText.of(arguments), "spec", "trainer", "args");
        }
        if (resumed) {
            Tree.put(tree, false, "spec", "suspend");
        }
        return TreeConversion.toObject(tree, TrainJob.class);
    }

    private TrainJob started(TrainJob trainJob, Path file) {
        Path folder = flags.machine.workFolder().orElseGet(() -> WorkFolder.startOf(file));
        try {
            StartedJob started =
                    StartedJob.of(trainJob, nodes != null, FrameworkName.of(framework), new ProgramFiles(folder));
            if (!flags.dryRun && told.add(started.program().line())) {
                started.program().told().forEach(environment.err()::println);
            }
            return started.trainJob();
        } catch (UnclearProgramException unclear) {
            throw new CommandException(ExitCodes.WRONG_INPUT, String.valueOf(unclear.getMessage()), unclear);
        }
    }

    private Object processCount(TrainJob written, String text) {
        if (text.equals("gpu") && StartedJob.isProgram(written)) {
            long gpus = flags.machine.gpus(environment, capacity);
            if (gpus == 0) {
                throw wrong("--nproc: gpu needs a GPU, and there is none here; give a number");
            }
            return gpus;
        }
        return text.matches("\\d{1,6}") ? Integer.valueOf(text) : text;
    }
}
