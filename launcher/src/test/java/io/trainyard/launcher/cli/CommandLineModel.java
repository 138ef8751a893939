package io.trainyard.launcher.cli;

import io.trainyard.launcher.cli.process.Environment;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;

/** The commands as picocli knows them, and the help of the program, for those who describe them. */
public final class CommandLineModel {
    private CommandLineModel() {}

    /** All commands. */
    public static CommandLine commands() {
        return commandLine().completeCommandLine();
    }

    /** The help of the program itself, with the commands under their headings. */
    public static String help() {
        return commandLine().help(RootHelp.WIDTH);
    }

    private static TrainyardCommandLine commandLine() {
        Environment environment = new Environment(
                InputStream.nullInputStream(),
                new PrintWriter(Writer.nullWriter()),
                new PrintWriter(Writer.nullWriter()),
                Map.of(),
                Optional.empty());
        return new TrainyardCommandLine(environment, new RecordingServices());
    }
}
