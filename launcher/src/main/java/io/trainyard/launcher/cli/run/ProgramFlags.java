package io.trainyard.launcher.cli.run;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.run.folder.FetchCache;
import io.trainyard.local.kubelet.gpu.Gpu;
import io.trainyard.local.kubelet.image.ImageEntry;
import io.trainyard.local.kubelet.image.ImageMapReader;
import io.trainyard.local.kubelet.image.InitializerOptions;
import io.trainyard.local.kubelet.mpi.MpiMode;
import io.trainyard.local.kubelet.options.ExecutorKind;
import io.trainyard.local.kubelet.options.FolderOptions;
import io.trainyard.local.kubelet.options.ProgramOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags about what a container becomes on this machine, for local runs. */
class ProgramFlags {
    @Option(
            names = "--executor",
            paramLabel = "KIND",
            defaultValue = "process",
            description = "How a container runs: process (without its image), docker or podman.")
    private ExecutorKind executor = ExecutorKind.process;

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
    private MpiMode mpi = MpiMode.collapse;

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

    /**
     * How programs run.
     *
     * @param environment says where the distribution and the user's cache folder are
     * @param gpus how many GPUs to use, or which ones; empty to ask the machine
     * @param inherited variables of this process that programs get beside the usual ones
     * @throws CommandException when a named file does not exist
     */
    protected final ProgramOptions programs(Environment environment, Optional<String> gpus, Set<String> inherited) {
        requireFile("--python", python);
        requireFile("--image-map", imageMap);
        return new ProgramOptions(
                executor,
                images(),
                Optional.ofNullable(python).map(ProgramFlags::absolute),
                inherited,
                variables(environment),
                gpuNames(gpus),
                shareGpus,
                mpi,
                initializer(environment));
    }

    /**
     * Where things are.
     *
     * @param run where pods have their folders
     * @param starts where programs of a TrainJob start, by namespace/name; empty when all start in {@code work}
     * @throws CommandException when a named folder does not exist
     */
    protected final FolderOptions folders(
            Path run, Path work, Optional<Map<String, Path>> starts, boolean makesClaims) {
        Map<String, Path> bindings = new LinkedHashMap<>();
        mounts.forEach((name, folder) -> {
            requireFolder("--mount " + name, folder);
            bindings.put(name, absolute(folder));
        });
        return new FolderOptions(
                run, run.resolve("pvc"), work, starts, bindings, anyHostPath, makesClaims, linkMounts, false);
    }

    private Map<String, String> variables(Environment environment) {
        Map<String, String> given = new LinkedHashMap<>();
        variables.forEach((name, value) -> {
            if (!VARIABLE.matcher(name).matches()) {
                throw wrong("--set-env: must be NAME=VALUE or NAME, not " + name + (value == null ? "" : "=" + value));
            }
            String shown = value == null ? environment.variables().get(name) : value;
            if (shown == null) {
                throw wrong("--set-env " + name + ": your shell has no such variable, or does not export it: write "
                        + name + "=VALUE");
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

    private List<ImageEntry> images() {
        if (imageMap == null) {
            return List.of();
        }
        try {
            return ImageMapReader.read(imageMap.toString(), Files.readString(imageMap));
        } catch (IOException unreadable) {
            throw wrong("--image-map: " + imageMap + " cannot be read: " + unreadable);
        } catch (IllegalArgumentException wrong) {
            throw wrong(String.valueOf(wrong.getMessage()));
        }
    }

    /** A number alone says how many, unless it is part of a list. */
    private Optional<List<String>> gpuNames(Optional<String> wanted) {
        if (fakeGpus != null) {
            if (fakeGpus < 1 || wanted.isPresent()) {
                throw wrong("--fake-gpus: must be 1 or more, and without --gpus, not " + fakeGpus);
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
                throw wrong("--gpus: must be a number or a list such as 0,2 or GPU-1a2b,GPU-3c4d, not " + gpus);
            }
            names.add(name.strip());
        }
        return Optional.of(names);
    }

    protected static void requireFolder(String flag, @Nullable Path path) {
        if (path != null && !Files.isDirectory(path)) {
            throw wrong(flag + ": " + path + " is not a folder");
        }
    }

    private static void requireFile(String flag, @Nullable Path path) {
        if (path != null && !Files.isRegularFile(path)) {
            throw wrong(flag + ": " + path + " is not a file");
        }
    }

    /** Links stay as they are: the folder of a virtual environment is where its link is. */
    protected static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }
}
