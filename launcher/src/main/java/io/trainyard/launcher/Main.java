package io.trainyard.launcher;

import io.trainyard.launcher.cli.Program;
import io.trainyard.launcher.cli.Surroundings;

/** Where the process starts. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        Surroundings surroundings = Surroundings.ofProcess();
        int code = new Program(surroundings, new Wiring()).run(args);
        surroundings.out().flush();
        surroundings.err().flush();
        System.exit(code);
    }
}
