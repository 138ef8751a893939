package io.trainyard.testcluster.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Builds programs and copies manifests with the Go tool. What is finished is moved to its place in one step, so that an
 * interrupted build leaves nothing half-made behind.
 */
final class GoBuild {

    private static final Pattern MODULE_FOLDER = Pattern.compile("\"Dir\":\\s*\"([^\"]+)\"");
    private static final String KUBERNETES_VERSION = "k8s.io/component-base/version";

    private final Path go;
    private final GoModule module;
    private final Path work;

    /**
     * @param go the Go tool
     * @param module what to build from
     * @param work a folder for files in the making; on the same file system as the places where results go
     */
    GoBuild(Path go, GoModule module, Path work) {
        this.go = go;
        this.module = module;
        this.work = work;
    }

    void program(Program program, Path target) throws IOException, InterruptedException {
        Files.createDirectories(target.getParent());
        Path output = Files.createDirectories(work.resolve("bin"));
        List<String> command = new ArrayList<>(List.of(go.toString()));
        if (program.addOn().isPresent()) {
            addOn(program, program.addOn().get(), output);
        } else if (program.hasItsOwnVersion()) {
            command.addAll(
                    List.of("install", "-buildvcs=false", "-ldflags", linkerFlags(program), program.goPackage()));
            run(program.fileName(), command, Map.of("GOBIN", output.toString()));
        } else {
            command.addAll(List.of("build", "-mod=readonly", "-buildvcs=false", "-ldflags", linkerFlags(program)));
            command.addAll(List.of("-o", output.resolve(program.fileName()).toString(), program.goPackage()));
            run(program.fileName(), command, Map.of());
        }
        Files.move(output.resolve(program.fileName()), target, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Without the paths of this machine in it, so that all add-ons share what the compiler made of the modules they have in common. */
    private void addOn(Program program, AddOnSource source, Path output) throws IOException, InterruptedException {
        List<String> command = List.of(
                go.toString(),
                "build",
                "-mod=readonly",
                "-trimpath",
                "-buildvcs=false",
                "-ldflags",
                source.kubernetesVersion().isEmpty() ? "-s -w" : linkerFlags(source.kubernetesVersion()),
                "-o",
                output.resolve(program.fileName()).toString(),
                source.folder());
        run(program.fileName(), command, Map.of(), moduleFolder(source.module()));
    }

    /** Copies manifests of another project; Go downloads its module when it is not there yet. */
    void manifests(ManifestSet set, Path target) throws IOException, InterruptedException {
        copy(moduleFolder(set.module()), set.files(), target);
    }

    private String linkerFlags(Program program) {
        if (!program.isPartOfKubernetes()) {
            return "-s -w";
        }
        return linkerFlags(module.requiredVersion("k8s.io/kubernetes"));
    }

    private static String linkerFlags(String version) {
        String[] parts = version.substring(1).split("\\.", -1);
        return "-s -w -X %1$s.gitVersion=%2$s -X %1$s.gitMajor=%3$s -X %1$s.gitMinor=%4$s"
                .formatted(KUBERNETES_VERSION, version, parts[0], parts[1]);
    }

    private Path moduleFolder(String goModule) throws IOException, InterruptedException {
        String answer = run(goModule, List.of(go.toString(), "mod", "download", "-json", goModule), Map.of());
        Matcher matcher = MODULE_FOLDER.matcher(answer);
        if (!matcher.find()) {
            throw new BuildFailedException(
                    "Go did not say where the module " + goModule + " lies; it printed:\n" + answer);
        }
        return Path.of(matcher.group(1));
    }

    private void copy(Path moduleFolder, Map<String, String> files, Path target) throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            // Read and written, not copied, because the module cache is read-only and so would be the copy.
            Path copy = work.resolve("manifest.yaml");
            Files.writeString(copy, Files.readString(moduleFolder.resolve(file.getValue())));
            Path place = target.resolve(file.getKey());
            Files.createDirectories(place.getParent());
            Files.move(copy, place, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private String run(String what, List<String> command, Map<String, String> variables)
            throws IOException, InterruptedException {
        Path source = work.resolve("src");
        module.writeTo(source);
        return run(what, command, variables, source);
    }

    private String run(String what, List<String> command, Map<String, String> variables, Path source)
            throws IOException, InterruptedException {
        Path output = work.resolve("go.log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(source.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeAll(List.of("GOOS", "GOARCH"));
        environment.putAll(Map.of("CGO_ENABLED", "0", "GOWORK", "off"));
        environment.putAll(variables);
        Process process = builder.start();
        try {
            if (process.waitFor() != 0) {
                throw new BuildFailedException("cannot build or fetch " + what + ": '" + String.join(" ", command)
                        + "' ended with code " + process.exitValue() + "; its last lines:\n" + lastLines(output));
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return Files.readString(output);
    }

    private static String lastLines(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            List<String> all = lines.toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - 20), all.size()));
        }
    }
}
