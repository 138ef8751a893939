package io.trainyard.launcher.cli;

import io.trainyard.launcher.cli.process.Environment;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * One command line and what came of it.
 *
 * @param code exit code
 * @param out standard output
 * @param err standard error
 */
public record CommandRun(int code, String out, String err) {

    static CommandRun of(Services services, String... args) {
        return of(services, "", Map.of(), Optional.empty(), args);
    }

    /**
     * Runs it within the test.
     *
     * @param input standard input
     * @param variables the environment
     * @param home folder of the distribution
     */
    public static CommandRun of(
            Services services, String input, Map<String, String> variables, Optional<Path> home, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Environment environment = new Environment(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintWriter(out),
                new PrintWriter(err),
                variables,
                home);
        int code = new TrainyardCommandLine(environment, services).run(args);
        environment.out().flush();
        environment.err().flush();
        return new CommandRun(code, out.toString(), err.toString());
    }
}
