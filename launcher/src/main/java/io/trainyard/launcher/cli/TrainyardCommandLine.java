package io.trainyard.launcher.cli;

import io.trainyard.launcher.cli.controller.ControllerCommand;
import io.trainyard.launcher.cli.controller.GoFlags;
import io.trainyard.launcher.cli.exec.ExecCommand;
import io.trainyard.launcher.cli.exec.ShellCommand;
import io.trainyard.launcher.cli.input.WithProgram;
import io.trainyard.launcher.cli.install.CrdsCommand;
import io.trainyard.launcher.cli.install.InstallRuntimesCommand;
import io.trainyard.launcher.cli.install.RbacCommand;
import io.trainyard.launcher.cli.install.RuntimesCommand;
import io.trainyard.launcher.cli.launch.InitCommand;
import io.trainyard.launcher.cli.launch.LaunchCommand;
import io.trainyard.launcher.cli.launch.SubmitCommand;
import io.trainyard.launcher.cli.plugins.PluginsCommand;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.process.TerminalSize;
import io.trainyard.launcher.cli.render.RenderCommand;
import io.trainyard.launcher.cli.report.ReportCommand;
import io.trainyard.launcher.cli.run.DevCommand;
import io.trainyard.launcher.cli.run.LocalRunner;
import io.trainyard.launcher.cli.run.RunCommand;
import io.trainyard.launcher.cli.service.DownCommand;
import io.trainyard.launcher.cli.service.UpCommand;
import io.trainyard.launcher.cli.state.AttachCommand;
import io.trainyard.launcher.cli.state.CleanCommand;
import io.trainyard.launcher.cli.state.LogsCommand;
import io.trainyard.launcher.cli.state.PsCommand;
import io.trainyard.launcher.cli.state.ScaleCommand;
import io.trainyard.launcher.cli.state.StatusCommand;
import io.trainyard.launcher.cli.state.StopCommand;
import io.trainyard.launcher.cli.state.TopCommand;
import io.trainyard.launcher.cli.why.WhyCommand;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine;

/** The command line: finds the command that is meant, runs it, and turns whatever goes wrong into a message and an exit code. */
public final class TrainyardCommandLine {
    static final String CONTROLLER = "controller";
    private static final List<String> HELP = List.of("-h", "--help");
    private static final String HELP_WORD = "help";
    private static final List<String> LOCAL_RUNS = List.of("run", "dev", "launch");
    /** With one of these nothing is run. */
    private static final List<String> SHORT = List.of("-h", "--help", "--dry-run");

    /** The least that picocli can work with. */
    private static final int MIN_WIDTH = 55;

    private static final String END_OF_OPTIONS = "--";

    private final Environment environment;
    private final Services services;
    private final Map<String, Supplier<Object>> commands = new LinkedHashMap<>();

    public TrainyardCommandLine(Environment environment, Services services) {
        this.environment = environment;
        this.services = services;
        LocalRunner runner = new LocalRunner(environment, services::localRun, services::renderer);
        commands.put("run", () -> new RunCommand(environment, runner));
        commands.put("dev", () -> new DevCommand(environment, runner));
        commands.put("launch", () -> new LaunchCommand(environment, runner));
        commands.put(
                "submit",
                () -> new SubmitCommand(environment, services::jobSubmitter, Clock.system(ZoneId.systemDefault())));
        commands.put("init", () -> new InitCommand(environment));
        commands.put("up", () -> new UpCommand(environment, services::localService));
        commands.put("down", () -> new DownCommand(environment));
        commands.put("ps", () -> new PsCommand(environment, Clock.systemUTC()));
        commands.put("status", () -> new StatusCommand(environment, Clock.systemUTC()));
        commands.put("top", () -> new TopCommand(environment, Clock.systemUTC()));
        commands.put("attach", () -> new AttachCommand(environment));
        commands.put("exec", () -> new ExecCommand(environment));
        commands.put("shell", () -> new ShellCommand(environment));
        commands.put("logs", () -> new LogsCommand(environment));
        commands.put("scale", () -> new ScaleCommand(environment, services::jobScaler));
        commands.put("stop", () -> new StopCommand(environment, services::jobStopper));
        commands.put("clean", () -> new CleanCommand(environment, Clock.systemUTC()));
        commands.put("why", () -> new WhyCommand(environment, services::jobLookup, services::notes));
        commands.put("report", () -> new ReportCommand(environment, services::reportMaker));
        commands.put("runtimes", () -> new RuntimesCommand(environment));
        commands.put("render", () -> new RenderCommand(environment, services::renderer));
        commands.put(CONTROLLER, () -> new ControllerCommand(environment, services::controller));
        commands.put("crds", () -> new CrdsCommand(environment));
        commands.put("install-runtimes", () -> new InstallRuntimesCommand(environment, services::runtimeInstaller));
        commands.put("rbac", () -> new RbacCommand(environment, services::permissions));
        commands.put("plugins", () -> new PluginsCommand(environment, services::plugins));
        commands.put("version", () -> new VersionCommand(environment));
        commands.put("completion", () -> new CompletionCommand(environment, this::completeCommandLine));
    }

    /** Runs one command line to its end and returns the exit code of the process. {@code help COMMAND} is what other programs call {@code COMMAND --help}. */
    public int run(String... args) {
        if (args.length == 0 || !args[0].equals(HELP_WORD)) {
            return execute(args);
        }
        String command = args.length > 1 ? args[1] : HELP.get(0);
        return commands.containsKey(command) ? execute(command, HELP.get(0)) : execute(command);
    }

    private int execute(String... args) {
        if (args.length == 0 || (args.length == 1 && HELP.contains(args[0]))) {
            int width = width(RootHelp.WIDTH);
            environment.out().print(width < RootHelp.WIDTH ? help(width) : RootHelp.text());
            return ExitCodes.DONE;
        }
        if (LOCAL_RUNS.contains(args[0]) && Arrays.stream(args).noneMatch(SHORT::contains)) {
            services.expectLocalRun();
        }
        CommandLine commandLine = commandLine(args);
        int end = Arrays.asList(args).indexOf(END_OF_OPTIONS);
        CommandLine meant = commandLine.getSubcommands().get(args[0]);
        if (end >= 0 && meant != null && meant.getCommand() instanceof WithProgram command) {
            command.setProgram(Arrays.asList(args).subList(end + 1, args.length));
            return commandLine.execute(Arrays.copyOf(args, end));
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
        int width = Arrays.stream(args).anyMatch(HELP::contains) ? width(CommonUsage.MAX_WIDTH) : CommonUsage.MAX_WIDTH;
        return meant.map(name -> commandLine(List.of(name), width)).orElseGet(this::completeCommandLine);
    }

    /** Help about the program itself, for so many columns. */
    String help(int width) {
        return commandLine(List.of(), width).getUsageMessage(CommandLine.Help.Ansi.OFF);
    }

    /** Of the help: what a narrow terminal has room for. */
    private int width(int max) {
        return environment.terminal()
                ? TerminalSize.ask()
                        .map(size -> Math.min(max, Math.max(MIN_WIDTH, size.columns())))
                        .orElse(max)
                : max;
    }

    CommandLine completeCommandLine() {
        return commandLine(List.copyOf(commands.keySet()), CommonUsage.MAX_WIDTH);
    }

    private CommandLine commandLine(List<String> names, int width) {
        CommandLine commandLine = new CommandLine(new RootCommand(environment));
        commands.forEach((name, command) -> {
            if (names.contains(name)) {
                Object made = command.get();
                CommandLine added = new CommandLine(made);
                CommonUsage.applyTo(added);
                commandLine.addSubcommand(name, added);
                // What follows the first word of a program belongs to it, and @ in it means nothing to us.
                if (made instanceof LaunchCommand) {
                    added.setStopAtPositional(true).setExpandAtFiles(false);
                }
            }
        });
        // Help about one command lists no others, and picocli makes eighteen classes for who wants to change a list.
        if (names.size() != 1) {
            CommandGroups.applyTo(commandLine, commands);
        }
        ErrorReporter errors = new ErrorReporter(environment);
        return commandLine
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(environment.out())
                .setErr(environment.err())
                .setUsageHelpWidth(width)
                .setParameterExceptionHandler(errors)
                .setExecutionExceptionHandler(errors);
    }
}
