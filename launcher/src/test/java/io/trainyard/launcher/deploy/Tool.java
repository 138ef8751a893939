package io.trainyard.launcher.deploy;

import io.trainyard.testcluster.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A program that people who deploy use; what it wrote. */
public record Tool(Path program) {
    public static final Path DEPLOY = Path.of("..", "deploy").toAbsolutePath().normalize();

    private static final Map<String, String> BUILT = new ConcurrentHashMap<>();

    /**
     * How a run ended.
     *
     * @param output both streams
     */
    public record Result(int code, String output) {
        public String expectSuccess() {
            if (code != 0) {
                throw new AssertionError("ended with " + code + ":\n" + output);
            }
            return output;
        }
    }

    public static Tool kubectl() {
        return new Tool(TestCluster.kubectl());
    }

    /** The objects of an overlay or folder of manifests, as YAML. Each is built once. */
    static String kustomize(String folder) {
        return BUILT.computeIfAbsent(folder, each -> kubectl()
                .run("kustomize", DEPLOY.resolve(each).toString())
                .expectSuccess());
    }

    public Result run(String... arguments) {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Result(process.waitFor(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
