package io.trainyard.launcher.conformance;

import io.trainyard.launcher.process.Distribution;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A running {@link RenderServer} with the distribution's class path, and the command that calls it. Closing ends it. */
final class RenderProcess implements AutoCloseable {
    private static final Path CLIENT =
            Path.of("src", "test", "resources", "conformance", "call.py").toAbsolutePath();

    private final Process process;
    private final String port;

    private RenderProcess(Process process, String port) {
        this.process = process;
        this.port = port;
    }

    /** Blocks until it answers. */
    static RenderProcess start() throws IOException {
        Path home = Distribution.program().getParent().getParent();
        Path jar = home.resolve("lib").resolve("launcher.jar");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Dtrainyard.home=" + home,
                        "-cp",
                        jar + File.pathSeparator + Path.of("target", "test-classes"),
                        RenderServer.class.getName()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String port = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))
                .readLine();
        if (port == null) {
            throw new IllegalStateException("the process that renders ended before it could be asked");
        }
        return new RenderProcess(process, port);
    }

    /** What stands for {@code trainyard} in a command line. */
    String program() {
        return "python3 -S -E " + CLIENT + " " + port;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
