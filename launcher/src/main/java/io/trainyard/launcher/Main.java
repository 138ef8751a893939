package io.trainyard.launcher;

import io.trainyard.launcher.cli.TrainyardCommandLine;
import io.trainyard.launcher.cli.process.Environment;

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
