package io.trainyard.launcher.cli.run;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.local.kubelet.options.ProgramOptions;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Flags of a local run about looking into its programs. */
public final class ToolFlags {
    private static final String ALL = "all";

    @Option(
            names = "--debug",
            paramLabel = "RANK",
            description =
                    "Let breakpoint() stop this rank: in an editor where its Python has debugpy (which is waited for at the start), else in this terminal, with pdb.")
    private @Nullable Integer debugged;

    @Option(
            names = "--profile",
            paramLabel = "RANK|all",
            arity = "0..1",
            parameterConsumer = RankConsumer.class,
            description =
                    "Record where this rank, or 0, spends its time: with py-spy where it is installed, else with the profiler of PyTorch. The end of the run names the file.")
    private @Nullable String profiled;

    /**
     * What is wanted.
     *
     * @param environment of this process
     * @param programs how programs run
     * @throws CommandException when it cannot be had
     */
    MachineSettings.Tools tools(Environment environment, ProgramOptions programs) {
        PythonTools installed = new PythonTools(environment, programs.python());
        return new MachineSettings.Tools(
                debugging(environment, programs), profiling(installed, programs), installed.program("py-spy"));
    }

    private Optional<MachineSettings.Debugging> debugging(Environment environment, ProgramOptions programs) {
        if (debugged == null) {
            return Optional.empty();
        }
        if (debugged < 0) {
            throw wrong("--debug: must be a rank, 0 or more, not " + debugged);
        }
        requireProcesses("--debug", programs);
        return Optional.of(new MachineSettings.Debugging(debugged, environment.in()));
    }

    private Optional<MachineSettings.Profiling> profiling(PythonTools installed, ProgramOptions programs) {
        if (profiled == null) {
            return Optional.empty();
        }
        requireProcesses("--profile", programs);
        Optional<Path> pySpy = installed.program("py-spy").filter(program -> maySeeProcesses());
        if (pySpy.isEmpty() && !installed.hasModule("torch")) {
            throw wrong("--profile: needs py-spy, or PyTorch in the Python of the programs: pip install py-spy");
        }
        return Optional.of(new MachineSettings.Profiling(
                profiled.equals(ALL) ? Optional.empty() : Optional.of(Long.valueOf(profiled)), pySpy));
    }

    /** On macOS only root may look into processes. */
    private static boolean maySeeProcesses() {
        return !System.getProperty("os.name", "").startsWith("Mac")
                || System.getProperty("user.name", "").equals("root");
    }

    private static void requireProcesses(String flag, ProgramOptions programs) {
        if (programs.executor().usesImages()) {
            throw wrong(flag + ": only for pods that run as processes; leave out --executor");
        }
    }

    /** What follows is the rank only if it looks like one: else it is the file that is to be run. */
    static final class RankConsumer implements IParameterConsumer {
        @Override
        @SuppressWarnings("JdkObsolete") // The signature is picocli's.
        public void consumeParameters(Stack<String> args, ArgSpec option, CommandSpec command) {
            boolean given = !args.isEmpty() && args.peek().matches("all|\\d{1,9}");
            option.setValue(given ? args.pop() : "0");
        }
    }
}
