package io.trainyard.launcher.cli.kubelet;

import io.trainyard.launcher.cli.kubelet.ProgramSettings.Switch;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.run.folder.FetchCache;
import io.trainyard.local.kubelet.gpu.Gpu;
import io.trainyard.local.kubelet.image.ImageEntry;
import io.trainyard.local.kubelet.image.ImageMapReader;
import io.trainyard.local.kubelet.image.InitializerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags about what a container becomes on this machine, for local runs and for nodes of a cluster. */
public class ProgramFlags {
    @Option(
            names = "--executor",
            paramLabel = "KIND",
            defaultValue = "process",
            description = "How a container runs: process (without its image), docker or podman.")
    private ProgramSettings.Executor executor = ProgramSettings.Executor.process;

    @Option(
            names = "--cache",
            description =
                    "Keep what initializers fetch in your cache folder, and use what is there: the same data is fetched once.")
    private boolean cache;

    @Option(
            names = "--python",
            paramLabel = "PROGRAM",
            description = "The Python to use, such as .venv/bin/python; its folder comes first in PATH.")
    private @Nullable Path python;

    @Option(
            names = "--set-env",
            paramLabel = "NAME[=VALUE]",
            mapFallbackValue = Option.NULL_VALUE,
            description =
                    "An environment variable for all programs; overrides all others. Without =, as in this shell. May be repeated.")
    private Map<String, @Nullable String> variables = new LinkedHashMap<>();

    @Option(
            names = "--mount",
            paramLabel = "NAME=FOLDER",
            description = "A local folder for the volume or volume claim of that name. May be repeated.")
    private Map<String, Path> mounts = new LinkedHashMap<>();

    @Option(
            names = "--fake-gpus",
            paramLabel = "N",
            description =
                    "Act as if this machine had N GPUs: as many processes start as with GPUs, and run on the processor.")
    private @Nullable Integer fakeGpus;

    @Option(names = "--share-gpus", description = "Give the same GPU to several pods when there are too few.")
    private boolean shareGpus;

    @Option(
            names = "--mpi",
            paramLabel = "MODE",
            defaultValue = "collapse",
            description =
                    "How MPI ranks are started without sshd: collapse (all by the launcher's mpirun) or agent (in each pod).")
    private ProgramSettings.Mpi mpi = ProgramSettings.Mpi.collapse;

    @Option(
            names = "--image-map",
            paramLabel = "FILE",
            description = "YAML that describes images: match, entrypoint, args, env, workingDir.")
    private @Nullable Path imageMap;

    @Option(names = "--allow-host-path", description = "Allow hostPath volumes anywhere on this machine.")
    private boolean anyHostPath;

    @Option(
            names = "--link-mounts",
            description = "Create links at mount paths that do not exist, and remove them at the end.")
    private boolean linkMounts;

    /** As {@link Gpu#parse} takes them: an index or a UUID, with the name of the resource before it or not. */
    private static final Pattern GPU =
            Pattern.compile("(?:[a-z][\\w./-]*=)?(?:\\d{1,3}(?::\\d{1,3})?|(?:GPU|MIG|DCE)-[\\w/-]+)");

    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][\\w.-]*");

    /** Two words that are easier to remember than true and false. */
    protected enum OnOff {
        on,
        off
    }

    /**
     * The settings.
     *
     * @param environment says where the distribution and the user's cache folder are
     * @param gpus how many GPUs to use, or which ones; empty to ask the machine
     * @throws CommandException when a file or folder is named that is none
     */
    public final ProgramSettings programs(Environment environment, Optional<String> gpus) {
        mounts.forEach((name, folder) -> requireFolder("--mount " + name, folder));
        requireFile("--python", python);
        requireFile("--image-map", imageMap);
        return new ProgramSettings(
                executor,
                Optional.ofNullable(python).map(ProgramFlags::absolute),
                images(),
                variables(environment),
                Set.of(),
                absolute(mounts),
                gpuNames(gpus),
                mpi,
                initializer(environment),
                switches());
    }

    private Map<String, String> variables(Environment environment) {
        Map<String, String> given = new LinkedHashMap<>();
        variables.forEach((name, value) -> {
            if (!VARIABLE.matcher(name).matches()) {
                throw new CommandException(
                        ExitCodes.WRONG_INPUT,
                        "--set-env: must be NAME=VALUE or NAME, not " + name + (value == null ? "" : "=" + value));
            }
            String shown = value == null ? environment.variables().get(name) : value;
            if (shown == null) {
                throw new CommandException(
                        ExitCodes.WRONG_INPUT,
                        "--set-env " + name + ": your shell has no such variable, or does not export it: write " + name
                                + "=VALUE");
            }
            given.put(name, shown);
        });
        return given;
    }

    private InitializerOptions initializer(Environment environment) {
        FetchCache kept = FetchCache.of(environment.variables());
        return new InitializerOptions(
                environment.homeFolder("initializer"),
                cache ? Optional.of(kept.folder()) : Optional.empty(),
                Optional.of(kept.packages()));
    }

    private Set<Switch> switches() {
        Set<Switch> switches = EnumSet.noneOf(Switch.class);
        add(switches, Switch.SHARE_GPUS, shareGpus);
        add(switches, Switch.ANY_HOST_PATH, anyHostPath);
        add(switches, Switch.LINK_MOUNTS, linkMounts);
        return switches;
    }

    protected static <E> void add(Set<E> switches, E which, boolean on) {
        if (on) {
            switches.add(which);
        }
    }

    private List<ImageEntry> images() {
        if (imageMap == null) {
            return List.of();
        }
        try {
            return ImageMapReader.read(imageMap.toString(), Files.readString(imageMap));
        } catch (IOException unreadable) {
            throw new CommandException(
                    ExitCodes.WRONG_INPUT, "--image-map: " + imageMap + " cannot be read: " + unreadable);
        } catch (IllegalArgumentException wrong) {
            throw new CommandException(ExitCodes.WRONG_INPUT, String.valueOf(wrong.getMessage()));
        }
    }

    /** A number alone says how many, unless it is part of a list. */
    private Optional<List<String>> gpuNames(Optional<String> wanted) {
        if (fakeGpus != null) {
            if (fakeGpus < 1 || wanted.isPresent()) {
                throw new CommandException(
                        ExitCodes.WRONG_INPUT, "--fake-gpus: must be 1 or more, and without --gpus, not " + fakeGpus);
            }
            return Optional.of(IntStream.range(0, fakeGpus).mapToObj(Gpu::fake).toList());
        }
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        String gpus = wanted.get();
        if (gpus.matches("\\d{1,3}")) {
            return Optional.of(IntStream.range(0, Integer.parseInt(gpus))
                    .mapToObj(Integer::toString)
                    .toList());
        }
        List<String> names = new ArrayList<>();
        for (String name : gpus.split(",", -1)) {
            if (!GPU.matcher(name.strip()).matches()) {
                throw new CommandException(
                        ExitCodes.WRONG_INPUT,
                        "--gpus: must be a number or a list such as 0,2 or GPU-1a2b,GPU-3c4d, not " + gpus);
            }
            names.add(name.strip());
        }
        return Optional.of(names);
    }

    protected static void requireFolder(String flag, @Nullable Path path) {
        if (path != null && !Files.isDirectory(path)) {
            throw new CommandException(ExitCodes.WRONG_INPUT, flag + ": " + path + " is not a folder");
        }
    }

    private static void requireFile(String flag, @Nullable Path path) {
        if (path != null && !Files.isRegularFile(path)) {
            throw new CommandException(ExitCodes.WRONG_INPUT, flag + ": " + path + " is not a file");
        }
    }

    /** Links stay as they are: the folder of a virtual environment is where its link is. */
    protected static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }

    private static Map<String, Path> absolute(Map<String, Path> paths) {
        Map<String, Path> result = new LinkedHashMap<>();
        paths.forEach((name, path) -> result.put(name, absolute(path)));
        return result;
    }
}
