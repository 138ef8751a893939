package io.trainyard.launcher.cli;

import java.time.Clock;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine;

/** The command line: finds the command that is meant, runs it, and turns whatever goes wrong into a message and an exit code. */
public final class Program {
    static final String CONTROLLER = "controller";

    private final Surroundings surroundings;
    private final Map<String, Supplier<Object>> commands = new LinkedHashMap<>();

    public Program(Surroundings surroundings, Services services) {
        this.surroundings = surroundings;
        commands.put("run", () -> new RunCommand(surroundings, services));
        commands.put("ps", () -> new PsCommand(surroundings, Clock.systemUTC()));
        commands.put("logs", () -> new LogsCommand(surroundings));
        commands.put("stop", () -> new StopCommand(surroundings));
        commands.put("clean", () -> new CleanCommand(surroundings, Clock.systemUTC()));
        commands.put("render", () -> new RenderCommand(surroundings, services));
        commands.put(CONTROLLER, () -> new ControllerCommand(surroundings, services));
        commands.put("crds", () -> new CrdsCommand(surroundings));
        commands.put("install-runtimes", () -> new InstallRuntimesCommand(surroundings, services));
        commands.put("rbac", () -> new RbacCommand(surroundings, services));
        commands.put("plugins", () -> new PluginsCommand(surroundings, services));
        commands.put("kubelet", () -> new KubeletCommand(services));
        commands.put("version", () -> new VersionCommand(surroundings));
        commands.put("completion", () -> new CompletionCommand(surroundings, this::completeCommandLine));
    }

    /** Runs one command line to its end and returns the exit code of the process. */
    public int run(String... args) {
        CommandLine commandLine = commandLine(args);
        if (args.length == 0) {
            commandLine.usage(surroundings.out());
            return ExitCodes.DONE;
        }
        CommandLine controller = commandLine.getSubcommands().get(CONTROLLER);
        return commandLine.execute(
                controller != null && args[0].equals(CONTROLLER)
                        ? GoFlags.normalise(controller.getCommandSpec(), args)
                        : args);
    }

    /** Building a command means looking at its class by reflection, so only the one that is meant is built, if it is clear which. */
    private CommandLine commandLine(String[] args) {
        Optional<String> meant = Arrays.stream(args).findFirst().filter(commands::containsKey);
        return meant.map(name -> commandLine(List.of(name))).orElseGet(this::completeCommandLine);
    }

    private CommandLine completeCommandLine() {
        return commandLine(List.copyOf(commands.keySet()));
    }

    private CommandLine commandLine(List<String> names) {
        CommandLine commandLine = new CommandLine(new RootCommand(surroundings));
        names.forEach(name -> commandLine.addSubcommand(name, commands.get(name).get()));
        CommandGroups.applyTo(commandLine);
        Failures failures = new Failures(surroundings);
        return commandLine
                .setOut(surroundings.out())
                .setErr(surroundings.err())
                .setUsageHelpWidth(110)
                .setParameterExceptionHandler(failures)
                .setExecutionExceptionHandler(failures);
    }
}
