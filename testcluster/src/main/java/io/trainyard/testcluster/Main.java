package io.trainyard.testcluster;

import io.trainyard.testcluster.process.ComponentFailedException;
import io.trainyard.testcluster.programs.BuildFailedException;
import io.trainyard.testcluster.programs.ProgramFinder;
import java.nio.file.Path;
import java.util.List;

/** The program behind the scripts {@code up} and {@code down}. */
public final class Main {

    private Main() {}

    /** Exits with 0 if all went well, 1 if it did not, 2 if the command line cannot be understood. */
    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments)));
    }

    private static int run(List<String> words) {
        Arguments arguments;
        try {
            Path defaultRunFolder = Path.of(
                    System.getProperty("java.io.tmpdir"),
                    "trainyard-testcluster-of-" + System.getProperty("user.name"));
            arguments = Arguments.parse(words, System.getenv(), defaultRunFolder);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.print(Arguments.USAGE);
            return 2;
        }
        DetachedCluster cluster = new DetachedCluster(arguments.runFolder());
        try {
            switch (arguments.command()) {
                case UP ->
                    System.out.print(cluster.up(arguments.options(), ProgramFinder.forThisUser(System.err::println)));
                case DOWN -> System.out.print(cluster.down());
            }
            return 0;
        } catch (BuildFailedException | ComponentFailedException e) {
            System.err.println(e.getMessage());
            return 1;
        }
    }
}
