package io.trainyard.launcher.vendor;

import io.trainyard.launcher.process.Distribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the program of the distribution in a folder. */
record Terminal(Path folder) {
    private static final long SECONDS = 120;

    /** What came of it. */
    record Run(int code, String out, String err) {}

    Run run(String... arguments) throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, "out", "");
        Path err = Files.createTempFile(folder, "err", "");
        List<String> command = new ArrayList<>(List.of(Distribution.program().toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            process.destroy();
            throw new AssertionError(command + " did not end: " + Files.readString(out) + Files.readString(err));
        }
        return new Run(process.exitValue(), Files.readString(out), Files.readString(err));
    }
}
