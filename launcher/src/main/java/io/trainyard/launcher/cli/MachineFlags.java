package io.trainyard.launcher.cli;

import io.trainyard.launcher.cli.MachineSettings.Switch;
import io.trainyard.local.kubelet.image.ImageEntry;
import io.trainyard.local.kubelet.image.ImageMapReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags of a local run that are about this machine (LOCAL-60 to LOCAL-84). */
final class MachineFlags {
    private static final String GPU = "nvidia.com/gpu";

    @Option(
            names = "--executor",
            paramLabel = "KIND",
            defaultValue = "process",
            description = "What a container is run as: process (the image is not used), docker or podman.")
    private MachineSettings.Executor executor = MachineSettings.Executor.process;

    @Option(
            names = "--network",
            paramLabel = "MODE",
            defaultValue = "rewrite",
            description =
                    "How pods find each other by name: rewrite (names become addresses), userns (Linux: a hosts file of their own), none.")
    private MachineSettings.Network network = MachineSettings.Network.rewrite;

    @Option(
            names = "--workdir",
            paramLabel = "FOLDER",
            description = "Where programs start. Without it, in the folder of the first file with a TrainJob.")
    private @Nullable Path workFolder;

    @Option(
            names = "--python",
            paramLabel = "PROGRAM",
            description =
                    "The Python to use, such as .venv/bin/python; its folder comes first in the PATH of programs.")
    private @Nullable Path python;

    @Option(
            names = "--set-env",
            paramLabel = "NAME=VALUE",
            description = "A variable for all programs; wins over all others. May be given again.")
    private Map<String, String> variables = new LinkedHashMap<>();

    @Option(
            names = "--inherit-env",
            paramLabel = "NAME",
            split = ",",
            description = "A variable of this shell that programs get, besides the usual ones; all for all.")
    private Set<String> inherited = Set.of();

    @Option(
            names = "--mount",
            paramLabel = "NAME=FOLDER",
            description = "A folder of this machine for the volume or volume claim of that name. May be given again.")
    private Map<String, Path> mounts = new LinkedHashMap<>();

    @Option(
            names = "--gpus",
            paramLabel = "N|LIST",
            description =
                    "How many GPUs to use, or which ones (0,2); 0 for none. Without it, those that nvidia-smi lists.")
    private @Nullable String gpus;

    @Option(names = "--share-gpus", description = "Give the same GPU to several pods when there are too few.")
    private boolean shareGpus;

    @Option(names = "--cpus", paramLabel = "N", description = "Processors to share out, instead of all.")
    private @Nullable String cpus;

    @Option(names = "--memory", paramLabel = "AMOUNT", description = "Memory to share out, such as 16Gi.")
    private @Nullable String memory;

    @Option(
            names = "--strict-resources",
            description = "Let a pod wait that wants more than the machine has, instead of running it with a warning.")
    private boolean strict;

    @Option(
            names = "--image-map",
            paramLabel = "FILE",
            description = "YAML that says what is in images: match, entrypoint, args, env, workingDir.")
    private @Nullable Path imageMap;

    @Option(
            names = "--port-map",
            paramLabel = "on|off",
            defaultValue = "on",
            description = "Whether ports that are taken are replaced by free ones (${DEFAULT-VALUE}).")
    private OnOff portMap = OnOff.on;

    @Option(
            names = "--grace",
            paramLabel = "DURATION",
            converter = LongDuration.class,
            description = "Programs that are stopped get at most this time to end (10s).")
    private @Nullable Duration grace;

    @Option(names = "--allow-host-path", description = "Let hostPath volumes lie anywhere on this machine.")
    private boolean anyHostPath;

    @Option(
            names = "--auto-pvc",
            paramLabel = "on|off",
            defaultValue = "on",
            description = "Whether a volume claim that does not exist gets a folder all the same (${DEFAULT-VALUE}).")
    private OnOff autoClaims = OnOff.on;

    @Option(
            names = "--link-mounts",
            description =
                    "Make links where volumes are mounted, if these paths do not exist; they are removed at the end.")
    private boolean linkMounts;

    @Option(
            names = "--lenient-command",
            description = "Split a command that was written as one element with spaces, which no cluster would do.")
    private boolean lenient;

    @Option(
            names = "--no-fail-fast",
            description = "Try a program that cannot be started again and again, as a cluster does.")
    private boolean patient;

    /** Two words that are easier to remember than true and false. */
    enum OnOff {
        on,
        off
    }

    /**
     * The settings.
     *
     * @param usualWorkFolder where programs start unless the user says otherwise
     * @throws Failure when a file or folder is named that is none
     */
    MachineSettings settings(Path usualWorkFolder) {
        requireFolder("--workdir", workFolder);
        mounts.forEach((name, folder) -> requireFolder("--mount " + name, folder));
        requireFile("--python", python);
        requireFile("--image-map", imageMap);
        return new MachineSettings(
                executor,
                network,
                absolute(workFolder == null ? usualWorkFolder : workFolder),
                Optional.ofNullable(python).map(MachineFlags::absolute),
                images(),
                variables,
                inherited,
                absolute(mounts),
                capacity(),
                gpuNames(),
                Optional.ofNullable(grace),
                switches());
    }

    private List<ImageEntry> images() {
        if (imageMap == null) {
            return List.of();
        }
        try {
            return ImageMapReader.read(imageMap.toString(), Files.readString(imageMap));
        } catch (IOException unreadable) {
            throw new Failure(ExitCodes.WRONG_INPUT, "--image-map: " + imageMap + " cannot be read: " + unreadable);
        } catch (IllegalArgumentException wrong) {
            throw new Failure(ExitCodes.WRONG_INPUT, String.valueOf(wrong.getMessage()));
        }
    }

    private Set<Switch> switches() {
        Set<Switch> switches = EnumSet.noneOf(Switch.class);
        add(switches, Switch.SHARE_GPUS, shareGpus);
        add(switches, Switch.STRICT_RESOURCES, strict);
        add(switches, Switch.ANY_HOST_PATH, anyHostPath);
        add(switches, Switch.SPLIT_COMMANDS, lenient);
        add(switches, Switch.PATIENT, patient);
        add(switches, Switch.FIXED_PORTS, portMap == OnOff.off);
        add(switches, Switch.LINK_MOUNTS, linkMounts);
        add(switches, Switch.NO_AUTO_CLAIMS, autoClaims == OnOff.off);
        return switches;
    }

    private static void add(Set<Switch> switches, Switch which, boolean on) {
        if (on) {
            switches.add(which);
        }
    }

    private Map<String, String> capacity() {
        Map<String, String> capacity = new LinkedHashMap<>();
        put(capacity, "--cpus", "cpu", cpus);
        put(capacity, "--memory", "memory", memory);
        gpuNames().ifPresent(names -> capacity.put(GPU, Integer.toString(names.size())));
        return capacity;
    }

    private static void put(Map<String, String> capacity, String flag, String resource, @Nullable String amount) {
        if (amount == null) {
            return;
        }
        if (!amount.matches("\\d{1,15}(\\.\\d{1,3})?(m|k|M|G|T|Ki|Mi|Gi|Ti)?")) {
            throw new Failure(
                    ExitCodes.WRONG_INPUT,
                    flag + ": must be an amount such as " + (resource.equals("cpu") ? "4" : "16Gi") + ", not "
                            + amount);
        }
        capacity.put(resource, amount);
    }

    /** A number alone says how many, unless it is part of a list. */
    private Optional<List<String>> gpuNames() {
        if (gpus == null) {
            return Optional.empty();
        }
        if (gpus.matches("\\d{1,3}")) {
            return Optional.of(IntStream.range(0, Integer.parseInt(gpus))
                    .mapToObj(Integer::toString)
                    .toList());
        }
        List<String> names = new ArrayList<>();
        for (String name : gpus.split(",", -1)) {
            if (name.isBlank()) {
                throw new Failure(ExitCodes.WRONG_INPUT, "--gpus: must be a number or a list such as 0,2, not " + gpus);
            }
            names.add(name.strip());
        }
        return Optional.of(names);
    }

    private static void requireFolder(String flag, @Nullable Path path) {
        if (path != null && !Files.isDirectory(path)) {
            throw new Failure(ExitCodes.WRONG_INPUT, flag + ": " + path + " is not a folder");
        }
    }

    private static void requireFile(String flag, @Nullable Path path) {
        if (path != null && !Files.isRegularFile(path)) {
            throw new Failure(ExitCodes.WRONG_INPUT, flag + ": " + path + " is not a file");
        }
    }

    /** Links stay as they are: the folder of a virtual environment is where its link is. */
    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }

    private static Map<String, Path> absolute(Map<String, Path> paths) {
        Map<String, Path> result = new LinkedHashMap<>();
        paths.forEach((name, path) -> result.put(name, absolute(path)));
        return result;
    }
}
