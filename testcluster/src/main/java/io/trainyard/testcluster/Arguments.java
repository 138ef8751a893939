package io.trainyard.testcluster;

import io.trainyard.testcluster.process.PortRange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The command line of {@link Main}.
 *
 * @param command what to do
 * @param runFolder where the cluster's files are
 * @param options what to start
 */
record Arguments(Command command, Path runFolder, Options options) {

    static final String RUN_FOLDER_VARIABLE = "TRAINYARD_TESTCLUSTER_RUN";

    static final String USAGE =
            """
            usage: up [--bare] [--audit] [--service-accounts] [--nodes NUMBER] [--ports FIRST-LAST]
                      [--crds FILE_OR_FOLDER]... [--run FOLDER]
                   down [--run FOLDER]
            """;

    enum Command {
        UP,
        DOWN
    }

    /**
     * Reads a command line.
     *
     * @throws IllegalArgumentException when it cannot be understood; the message says which word is wrong
     */
    static Arguments parse(List<String> arguments, Map<String, String> environment, Path defaultRunFolder) {
        Iterator<String> rest = arguments.iterator();
        Command command = command(rest.hasNext() ? rest.next() : "");
        String fromEnvironment = environment.getOrDefault(RUN_FOLDER_VARIABLE, "");
        Path runFolder = fromEnvironment.isBlank() ? defaultRunFolder : Path.of(fromEnvironment);
        Options options = Options.full();
        List<Path> definitions = new ArrayList<>();
        while (rest.hasNext()) {
            String option = rest.next();
            if (option.equals("--run")) {
                runFolder = Path.of(value(option, rest));
                continue;
            }
            if (command == Command.DOWN) {
                throw new IllegalArgumentException("down knows only the option --run, not '" + option + "'");
            }
            switch (option) {
                case "--bare" -> options = options.withKind(ClusterKind.BARE);
                case "--audit" -> options = options.withAudit(true);
                case "--service-accounts" -> options = options.withServiceAccounts(true);
                case "--nodes" -> options = options.withNodes(number(option, value(option, rest)));
                case "--ports" -> options = options.withPorts(PortRange.parse(value(option, rest)));
                case "--crds" -> definitions.add(Path.of(value(option, rest)));
                default -> throw new IllegalArgumentException("there is no option '" + option + "'");
            }
        }
        return new Arguments(
                command,
                runFolder.toAbsolutePath().normalize(),
                options.withCustomResourceDefinitions(definitions.toArray(Path[]::new)));
    }

    private static Command command(String word) {
        return switch (word) {
            case "up" -> Command.UP;
            case "down" -> Command.DOWN;
            default -> throw new IllegalArgumentException("the first word must be up or down, not '" + word + "'");
        };
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return rest.next();
    }

    private static int number(String option, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(option + " needs a whole number, not '" + text + "'", e);
        }
    }
}
