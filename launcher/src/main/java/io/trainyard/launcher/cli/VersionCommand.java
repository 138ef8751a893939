package io.trainyard.launcher.cli;

import io.trainyard.launcher.cli.process.BuildInfo;
import io.trainyard.launcher.cli.process.Environment;
import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** Tells which build this is. */
@Command(name = "version", header = "Show version, commit and Java.")
final class VersionCommand implements Runnable {
    private final Environment environment;

    VersionCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void run() {
        BuildInfo build = BuildInfo.current();
        PrintWriter out = environment.out();
        out.println("trainyard " + build.version());
        out.println("commit    " + build.commit());
        out.println("java      " + build.java() + " (" + System.getProperty("java.vendor") + ")");
    }
}
