package io.trainyard.launcher.cli.process;

import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What a command sees of its process: standard streams, environment variables, the distribution.
 *
 * @param in standard input
 * @param out standard output; buffered
 * @param err standard error; what is written there is shown as {@link TerminalText#colored}
 * @param variables environment variables
 * @param home folder of the distribution; empty when not started from one
 */
public record Environment(
        InputStream in, PrintWriter out, PrintWriter err, Map<String, String> variables, Optional<Path> home) {
    /** Set by the start script. */
    private static final String HOME_PROPERTY = "trainyard.home";

    public Environment {
        // Messages hold what others wrote: an API server, a webhook, a file from somewhere.
        err = new PrintWriter(new TerminalWriter(err), true);
    }

    /** Those of this process. Output is UTF-8 whatever the locale says, as YAML has to be. */
    public static Environment ofProcess() {
        return new Environment(
                System.in,
                writer(FileDescriptor.out, false),
                writer(FileDescriptor.err, true),
                UserVariables.ofProcess(),
                Optional.ofNullable(System.getProperty(HOME_PROPERTY)).map(Path::of));
    }

    private static PrintWriter writer(FileDescriptor descriptor, boolean flushLines) {
        return new PrintWriter(
                new BufferedWriter(new OutputStreamWriter(
                        new BufferedOutputStream(new FileOutputStream(descriptor)), StandardCharsets.UTF_8)),
                flushLines);
    }

    /** A folder of the distribution, if it is there. */
    public Optional<Path> homeFolder(String name) {
        return home.map(folder -> folder.resolve(name)).filter(Files::isDirectory);
    }

    /** What a kernel of Jupyter sets for commands, which get a terminal of it; but the notebook shows what they write and draws nothing again. */
    private static final Map<String, String> NOTEBOOK =
            Map.of("TERM", "xterm-color", "CLICOLOR", "1", "GIT_PAGER", "cat");

    /** True when somebody looks at standard output as it is written. The JVM tells only of standard input and output together. */
    @SuppressWarnings("SystemConsoleNull") // The start script asks newer JDKs to answer as 17 does.
    public boolean terminal() {
        return System.console() != null && draws(variables);
    }

    static boolean draws(Map<String, String> variables) {
        return !"dumb".equals(variables.getOrDefault("TERM", "dumb"))
                && !variables.entrySet().containsAll(NOTEBOOK.entrySet());
    }

    /** True when the user wants to see stack traces. */
    public boolean debug() {
        String value = variables.getOrDefault("TRAINYARD_DEBUG", "");
        return !value.isEmpty() && !value.equals("0") && !value.equals("false");
    }
}
