package io.trainyard.testcluster.programs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * A program with which people deploy, or look at what they deploy. Built once from the Go module {@code testcluster/tools} into the folder
 * {@code tools} of the cache, beside the control planes, so that neither is built anew when the other changes.
 */
public enum DeploymentTool {
    /** Helm itself. */
    HELM("helm", "helm.sh/helm/v4/cmd/helm"),
    /** Reads rules and expressions of Prometheus with Prometheus' own parser; see its source for its arguments. */
    RULES("rules", "./rules");

    private static final List<String> FILES = List.of("go.mod", "go.sum", "tools.go", "rules/main.go");

    private final String fileName;
    private final String goPackage;

    DeploymentTool(String fileName, String goPackage) {
        this.fileName = fileName;
        this.goPackage = goPackage;
    }

    /**
     * Where the program is; built first when it is missing, which takes minutes. Blocks.
     *
     * @throws BuildFailedException when it cannot be built; the message says why
     */
    public Path find() {
        Path home = Path.of(System.getProperty("user.home", "."));
        Path folder =
                ProgramFolders.from(System.getenv(), home, "tools").cache().resolve(versions());
        Path program = folder.resolve(fileName);
        if (Files.isExecutable(program)) {
            return program;
        }
        try {
            Files.createDirectories(folder);
            try (FileChannel channel = FileChannel.open(
                            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                if (lock.isValid() && !Files.isExecutable(program)) {
                    build(folder, program);
                }
            }
            return program;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write to the cache of programs, " + folder, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BuildFailedException("interrupted while building " + fileName);
        }
    }

    private void build(Path folder, Path program) throws IOException, InterruptedException {
        System.err.println("building " + fileName + ", which takes minutes the first time");
        Path source = folder.resolve("src");
        for (String file : FILES) {
            Path target = source.resolve(file);
            Files.createDirectories(target.getParent());
            Files.writeString(target, resource(file));
        }
        Path output = folder.resolve(fileName + ".new");
        Path log = folder.resolve(fileName + ".log");
        ProcessBuilder builder = new ProcessBuilder(
                        "go",
                        "build",
                        "-mod=readonly",
                        "-buildvcs=false",
                        "-ldflags",
                        "-s -w",
                        "-o",
                        output.toString(),
                        goPackage)
                .directory(source.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().keySet().removeAll(List.of("GOOS", "GOARCH"));
        builder.environment().putAll(Map.of("CGO_ENABLED", "0", "GOWORK", "off"));
        if (builder.start().waitFor() != 0) {
            throw new BuildFailedException("cannot build " + fileName + ":\n" + Files.readString(log));
        }
        Files.move(output, program, StandardCopyOption.ATOMIC_MOVE);
    }

    private static String versions() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            FILES.forEach(file -> digest.update(resource(file).getBytes(StandardCharsets.UTF_8)));
            return HexFormat.of().formatHex(digest.digest()).substring(0, 12);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String resource(String file) {
        String name = "/io/trainyard/testcluster/tools/" + file;
        try (InputStream stream = DeploymentTool.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException(
                        "the class path lacks " + name + "; build the testcluster module again");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name + " from the class path", e);
        }
    }
}
