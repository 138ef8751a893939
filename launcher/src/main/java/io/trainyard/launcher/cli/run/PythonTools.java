package io.trainyard.launcher.cli.run;

import io.trainyard.foundation.time.Blocking;
import io.trainyard.launcher.cli.input.ProgramFiles;
import io.trainyard.launcher.cli.process.Environment;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What is installed for the Python of the programs.
 *
 * @param python that of the command line; empty for the shell's
 */
record PythonTools(Environment environment, Optional<Path> python) {
    private static final String HAS_MODULE =
            "import importlib.util, sys; sys.exit(importlib.util.find_spec(sys.argv[1]) is None)";
    private static final int LIMIT_SECONDS = 30;

    /** A program of that name: beside the Python, where pip puts it, else on the PATH. */
    Optional<Path> program(String name) {
        return python.map(file -> file.resolveSibling(name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .or(() -> new ProgramFiles(Path.of(""), environment.variables())
                        .onPath(name)
                        .map(Path::of));
    }

    /** Whether programs can import a module. Asks the Python. */
    @Blocking("the thread of the command has nothing else to do")
    boolean hasModule(String name) {
        Optional<Path> asked = python.or(() -> program("python3")).or(() -> program("python"));
        if (asked.isEmpty()) {
            return false;
        }
        ProcessBuilder builder = new ProcessBuilder(asked.get().toString(), "-c", HAS_MODULE, name)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            Process process = builder.start();
            boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            process.destroyForcibly();
            return ended && process.exitValue() == 0;
        } catch (IOException noPython) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
