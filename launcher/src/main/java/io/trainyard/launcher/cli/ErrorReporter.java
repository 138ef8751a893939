package io.trainyard.launcher.cli;

import io.trainyard.foundation.field.NearestName;
import io.trainyard.launcher.cli.input.WantedProgram;
import io.trainyard.launcher.cli.input.WithProgram;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.EnvironmentFault;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.run.RunCommand;
import io.trainyard.launcher.program.TrainingProgram;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Tells users what went wrong: one line for each mistake, never a stack trace unless they ask for it. */
final class ErrorReporter implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private final Environment environment;

    ErrorReporter(Environment environment) {
        this.environment = environment;
    }

    @Override
    public int handleParseException(ParameterException failure, String[] args) {
        PrintWriter err = environment.err();
        CommandLine command = failure.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        if (failure instanceof UnmatchedArgumentException unmatched && command.getParent() == null) {
            String unknown = unmatched.getUnmatched().get(0);
            String question = WantedProgram.of(List.of(args))
                    .map(meant -> "; did you mean \"" + meant + "\"?")
                    .orElseGet(() -> NearestName.question(
                            unknown, command.getSubcommands().keySet()));
            err.println(
                    name + ": there is no " + (unknown.startsWith("-") ? "option " : "command ") + unknown + question);
        } else if (failure instanceof UnmatchedArgumentException unmatched && unmatched.isUnknownOption()) {
            err.println(name + ": " + unknownOption(unmatched.getUnmatched().get(0), command));
            if (command.getCommand() instanceof RunCommand) {
                err.println(ofProgram(name, List.of(args)));
            }
        } else {
            // Of some mistakes the library says twice what it is about.
            err.println(name + ": " + String.valueOf(failure.getMessage()).replace("option option", "option"));
        }
        if (command.getCommandName().equals(TrainyardCommandLine.CONTROLLER)) {
            // Administrators of Go programs expect the list of flags.
            err.println();
            command.usage(err);
        } else {
            err.println("Try '" + name + " --help'.");
        }
        return code(command, ExitCodes.WRONG_INPUT);
    }

    /** Where a command ends with the code of a program, ours must not be taken for it. */
    private static int code(CommandLine command, int code) {
        boolean ours = code < ExitCodes.TIMED_OUT
                && command.getCommand() instanceof WithProgram starter
                && starter.endsAsProgram();
        return ours ? ExitCodes.NOT_OF_PROGRAM : code;
    }

    /** Most options that are not ours are the program's. */
    private static String ofProgram(String name, List<String> words) {
        List<String> behind = words.subList(1, words.size());
        return TrainingProgram.isStarter(behind.get(0))
                ? "A command is started by: trainyard launch -- " + String.join(" ", behind)
                : "Options of the program stand behind --, as in: " + name + " train.py -- --epochs 1";
    }

    private static String unknownOption(String word, CommandLine command) {
        int end = word.indexOf('=');
        String option = end < 0 ? word : word.substring(0, end);
        return "there is no option " + option
                + NearestName.question(
                        option, command.getCommandSpec().optionsMap().keySet());
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult result) {
        PrintWriter err = environment.err();
        if (environment.debug()) {
            failure.printStackTrace(err);
        }
        Optional<CommandException> told = EnvironmentFault.of(failure);
        if (told.isPresent()) {
            told.get().lines().forEach(err::println);
            return code(command, told.get().exitCode());
        }
        err.println(command.getCommandSpec().qualifiedName() + ": internal error: " + failure);
        err.println("This is a fault in Trainyard or in a plugin. Set TRAINYARD_DEBUG=1 to see where it happened.");
        return code(command, ExitCodes.INTERNAL_ERROR);
    }
}
