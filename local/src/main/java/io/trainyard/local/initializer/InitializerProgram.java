package io.trainyard.local.initializer;

import io.trainyard.foundation.time.Blocking;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Puts what {@code STORAGE_URI} names into a folder. {@code file://} is copied; for anything else the Python module that the real image runs is
 * run, where it is installed.
 */
public final class InitializerProgram {
    private static final int FAILED = 1;
    private static final int WRONG_INPUT = 2;

    private final String kind;
    private final Path target;
    private final Map<String, String> environment;

    private InitializerProgram(String kind, Path target, Map<String, String> environment) {
        this.kind = kind;
        this.target = target;
        this.environment = environment;
    }

    /**
     * The command that runs this program on the Java that runs us.
     *
     * @param kind {@code dataset} or {@code model}
     */
    public static List<String> command(String kind) {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return List.of(
                java.toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                location(),
                InitializerProgram.class.getName(),
                kind,
                "/workspace/" + kind);
    }

    private static String location() {
        CodeSource source = InitializerProgram.class.getProtectionDomain().getCodeSource();
        try {
            return source == null
                    ? System.getProperty("java.class.path")
                    : Path.of(source.getLocation().toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("this class was loaded from " + source.getLocation(), e);
        }
    }

    /** Arguments: {@code dataset} or {@code model}, and the folder to fill. */
    public static void main(String[] args) throws InterruptedException {
        System.exit(new InitializerProgram(args[0], Path.of(args[1]), System.getenv()).run());
    }

    private int run() throws InterruptedException {
        String uri = environment.getOrDefault("STORAGE_URI", "");
        int colon = uri.indexOf("://");
        if (colon <= 0) {
            System.err.println(
                    "STORAGE_URI is " + (uri.isEmpty() ? "not set" : "\"" + uri + "\", which has no scheme")
                            + "; set storageUri to file:///folder, hf://owner/name, s3://bucket/prefix or cache://schema/table");
            return WRONG_INPUT;
        }
        String scheme = uri.substring(0, colon).toLowerCase(Locale.ROOT);
        return scheme.equals("file") ? copy(Path.of(uri.substring(colon + 3))) : runModule(scheme);
    }

    private int copy(Path source) {
        if (!Files.exists(source)) {
            System.err.println("STORAGE_URI: " + source + " does not exist on this machine");
            return WRONG_INPUT;
        }
        try {
            System.out.println("copied " + FolderCopy.copy(source, target) + " files from " + source + " to " + target);
            return 0;
        } catch (IOException e) {
            System.err.println("cannot copy " + source + " to " + target + ": " + e.getMessage());
        } catch (UncheckedIOException e) {
            System.err.println("cannot copy " + source + " to " + target + ": "
                    + Objects.requireNonNullElse(e.getCause(), e).getMessage());
        }
        return FAILED;
    }

    private int runModule(String scheme) throws InterruptedException {
        String module = "pkg.initializers." + kind;
        Optional<String> python = python();
        if (python.isEmpty() || run(List.of(python.get(), "-c", "import " + module), true) != 0) {
            System.err.println("STORAGE_URI: " + scheme + ":// needs the Python module " + module + ", which "
                    + python.map(found -> found + " does not have").orElse("needs Python, which is not on the PATH")
                    + ". Install it, download the " + kind + " yourself and give its folder as file:///folder,"
                    + " or run the image itself (--executor docker)");
            return FAILED;
        }
        return run(List.of(python.get(), "-m", module), false);
    }

    @Blocking("a program of its own, without an event loop")
    private static int run(List<String> command, boolean quiet) throws InterruptedException {
        try {
            ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
            if (quiet) {
                builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
            }
            return builder.start().waitFor();
        } catch (IOException e) {
            System.err.println(e.getMessage());
            return FAILED;
        }
    }

    private Optional<String> python() {
        List<String> found = new ArrayList<>();
        for (String name : List.of("python", "python3")) {
            for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
                File candidate = new File(folder, name);
                if (candidate.isFile() && candidate.canExecute()) {
                    found.add(candidate.getPath());
                }
            }
        }
        return found.stream().findFirst();
    }
}
