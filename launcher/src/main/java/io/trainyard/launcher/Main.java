package io.trainyard.launcher;

import io.trainyard.launcher.cli.Environment;
import io.trainyard.launcher.cli.TrainyardCommandLine;

/** Where the process starts. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        Environment environment = Environment.ofProcess();
        int code = new TrainyardCommandLine(environment, new Wiring()).run(args);
        environment.out().flush();
        environment.err().flush();
        System.exit(code);
    }
}
