package io.trainyard.local.kubelet;

import io.trainyard.local.kubelet.ProgramOptions.ImageEntry;
import io.trainyard.local.kubelet.environment.ConfigurationException;
import io.trainyard.local.kubelet.environment.Environment;
import io.trainyard.local.kubelet.environment.EnvironmentBuilder;
import io.trainyard.local.kubelet.environment.Expansion;
import io.trainyard.local.kubelet.environment.PodFacts;
import io.trainyard.local.kubelet.environment.Sources;
import io.trainyard.local.kubelet.environment.TextRewriter;
import io.trainyard.local.kubelet.logs.PodFolder;
import io.trainyard.local.kubelet.naming.NameRewriter;
import io.trainyard.local.kubelet.naming.PathTable;
import io.trainyard.local.kubelet.naming.PodTextRewriter;
import io.trainyard.local.kubelet.process.ContainerLaunch;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.MountSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes of a container what is handed to the executor: variables, program, folders (LOCAL-61 to LOCAL-66, LOCAL-72a). Pure.
 *
 * @param volumes where the volumes of the pod are, by name
 * @param names replaces names and ports; empty when they are left alone
 * @param local variables of this machine that the container may override (LOCAL-70)
 */
record LaunchBuilder(
        KubeletOptions options,
        PodFacts facts,
        PodFolder folder,
        Map<String, Path> volumes,
        Optional<NameRewriter> names,
        Map<String, String> host,
        Map<String, String> local) {
    private static final int LONGEST_PATH_IN_MESSAGE = 200;

    /**
     * What came out.
     *
     * @param environment the variables that the pod asks for
     * @param changes how many texts were adapted to this machine
     */
    record Result(ContainerLaunch launch, Environment environment, int changes) {}

    /**
     * Makes a launch.
     *
     * @throws ConfigurationException when something is missing or wrong
     */
    Result build(ContainerSpec container, Sources sources) {
        Map<String, Path> mounts = mounts(container, sources);
        PathTable paths = new PathTable(mounts);
        PodTextRewriter rewriter = new PodTextRewriter(paths, names);
        Environment environment = EnvironmentBuilder.build(container, facts, sources, rewriter);
        Optional<ImageEntry> image = ImageTable.find(options.programs().images(), container.image());
        List<String> program = program(container, image, environment, rewriter);
        ContainerLaunch launch = new ContainerLaunch(
                facts.pod(),
                container,
                program,
                variables(container, environment, image, mounts),
                workingFolder(container, image, paths),
                folder.log(container.name()),
                mounts);
        return new Result(launch, environment, rewriter.changes());
    }

    private Map<String, Path> mounts(ContainerSpec container, Sources sources) {
        Map<String, Path> mounts = new LinkedHashMap<>();
        Map<String, String> variables = container.mounts().stream()
                        .allMatch(mount -> mount.subPathExpression().isEmpty())
                ? Map.of()
                : EnvironmentBuilder.build(container, facts, sources, TextRewriter.NONE)
                        .variables();
        for (MountSpec mount : container.mounts()) {
            Path volume = volumes.get(mount.volume());
            if (volume == null) {
                throw new ConfigurationException(
                        "volumeMounts: the pod has no volume named \"" + mount.volume() + "\"");
            }
            mounts.put(mount.mountPath(), inside(volume, mount, variables));
        }
        mounts.put(container.terminationMessagePath(), folder.terminationMessage(container.name()));
        return mounts;
    }

    private static Path inside(Path volume, MountSpec mount, Map<String, String> variables) {
        String part = mount.subPath();
        if (!mount.subPathExpression().isEmpty()) {
            part = Expansion.expand(mount.subPathExpression(), variables::get);
            if (part.contains("$(")) {
                throw new ConfigurationException(
                        "volumeMounts: subPathExpr " + mount.subPathExpression() + " names a variable that is not set");
            }
        }
        Path inside = volume.resolve(part).normalize();
        if (Path.of(part).isAbsolute() || !inside.startsWith(volume)) {
            throw new ConfigurationException("volumeMounts: subPath " + part + " leaves its volume");
        }
        return inside;
    }

    private List<String> program(
            ContainerSpec container, Optional<ImageEntry> image, Environment environment, TextRewriter rewriter) {
        List<String> command = container.command();
        List<String> args = container.args();
        if (command.isEmpty()) {
            command = image.map(ImageEntry::entrypoint).orElse(List.of());
            args = args.isEmpty() ? image.map(ImageEntry::args).orElse(List.of()) : args;
        }
        if (command.isEmpty()) {
            throw new MissingCommandException(container);
        }
        List<String> program = new ArrayList<>();
        for (String word :
                command.size() == 1 && args.isEmpty() && options.programs().splitsWords()
                        ? Words.split(command.get(0))
                        : command) {
            program.add(word);
        }
        program.addAll(args);
        program.replaceAll(word ->
                rewriter.rewriteNames("", Expansion.expand(rewriter.rewritePaths(word), environment.variables()::get)));
        return program;
    }

    private Map<String, String> variables(
            ContainerSpec container, Environment environment, Optional<ImageEntry> image, Map<String, Path> mounts) {
        Map<String, String> variables = new LinkedHashMap<>(host);
        options.programs()
                .python()
                .ifPresent(python -> variables.merge(
                        "PATH",
                        String.valueOf(python.toAbsolutePath().getParent()),
                        (old, first) -> first + java.io.File.pathSeparator + old));
        variables.putAll(local);
        image.ifPresent(entry -> variables.putAll(entry.environment()));
        for (MountSpec mount : container.mounts()) {
            variables.put(
                    "TRAINYARD_MOUNT_"
                            + mount.volume().toUpperCase(java.util.Locale.ROOT).replaceAll("[^A-Z0-9]", "_"),
                    mounts.get(mount.mountPath()).toString());
        }
        variables.putAll(LocalVariables.ofTorch(environment.variables(), facts.podAddress()));
        variables.putAll(environment.variables());
        if (container.role() == ContainerSpec.Role.MAIN) {
            variables.putAll(options.programs().overrides());
        }
        return variables;
    }

    private Path workingFolder(ContainerSpec container, Optional<ImageEntry> image, PathTable paths) {
        String wanted = container.workingDir();
        if (wanted.isEmpty()) {
            wanted = image.map(ImageEntry::workingFolder).orElse("");
        }
        Path work = options.folders().work();
        // A folder of the image does not exist here; the program starts where the user is.
        return wanted.isEmpty() ? work : paths.locate(wanted).orElse(work);
    }

    /** A container says neither what to run nor does anybody know what its image would run (LOCAL-61). */
    static final class MissingCommandException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        MissingCommandException(ContainerSpec container) {
            super(
                    "container " + container.name() + " has no command, and what its image "
                            + shortened(container.image())
                            + " would run is unknown, because images are not used when containers run as processes:"
                            + " set command (of a TrainJob: spec.trainer.command), or name the entrypoint of the image in an"
                            + " image map (--image-map), or run real containers (--executor docker)",
                    null,
                    false,
                    false);
        }

        private static String shortened(String image) {
            return image.length() <= LONGEST_PATH_IN_MESSAGE ? image : image.substring(0, LONGEST_PATH_IN_MESSAGE);
        }
    }
}
