package io.trainyard.launcher.cli;

import io.trainyard.launcher.logging.LogEncoding;
import io.trainyard.launcher.logging.LogOptions;
import io.trainyard.launcher.logging.LogSetup;
import io.trainyard.launcher.logging.StackTraces;
import io.trainyard.launcher.logging.TimeEncoding;
import io.trainyard.local.kubelet.ExecutorKind;
import io.trainyard.local.kubelet.FolderOptions;
import io.trainyard.local.kubelet.KubeletOptions;
import io.trainyard.local.kubelet.NetworkMode;
import io.trainyard.local.kubelet.ProgramOptions;
import io.trainyard.local.kubelet.RegistrationOptions;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Makes this machine a node of a cluster until it is told to stop (LOCAL-60 to LOCAL-84). */
@Command(
        name = "kubelet",
        header = "Make this machine a node of a cluster; its pods are processes here.",
        synopsisHeading = "Usage: ",
        customSynopsis = "trainyard kubelet --kubeconfig FILE [OPTIONS]",
        description = {
            "",
            "Registers a node and runs the pods that are bound to it as processes of this machine, as you, without any isolation: "
                    + "only for clusters whose users you trust. Other pods are kept away by the taint "
                    + KubeletCommand.USUAL_TAINT + " unless you choose others. Logs are files below the state folder."
        },
        optionListHeading = "%nOptions:%n",
        sortOptions = false,
        footerHeading = "%nExample:%n",
        footer = "  trainyard kubelet --kubeconfig ~/.kube/config --node-name my-laptop")
final class KubeletCommand implements Callable<Integer> {
    static final String USUAL_TAINT = "trainyard.dev/processes=true:NoSchedule";
    private static final String NONE = "none";

    private final Services services;

    @Option(names = "--kubeconfig", paramLabel = "FILE", required = true, description = "How to reach the API server.")
    @SuppressWarnings("NullAway.Init")
    private Path kubeconfig;

    @Option(
            names = "--node-name",
            paramLabel = "NAME",
            description = "Name of the node; the name of this machine without it.")
    private @Nullable String nodeName;

    @Option(names = "--label", paramLabel = "KEY=VALUE", description = "A label of the node. May be given again.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(
            names = "--taint",
            paramLabel = "KEY=VALUE:EFFECT",
            description = "Keeps pods away that do not tolerate it; none for no taint. May be given again.")
    private List<String> taints = List.of(USUAL_TAINT);

    @Option(
            names = "--keep-node",
            description = "Leave the Node object at the end, as not ready, instead of removing it.")
    private boolean keepNode;

    @Option(
            names = "--state",
            paramLabel = "FOLDER",
            defaultValue = ".trainyard/node",
            description = "Where pods have their volumes and logs (${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Path state;

    @Option(
            names = "--workdir",
            paramLabel = "FOLDER",
            defaultValue = ".",
            description = "Where programs start that ask for nothing else.")
    @SuppressWarnings("NullAway.Init")
    private Path workFolder;

    @Option(
            names = "--executor",
            paramLabel = "KIND",
            defaultValue = "process",
            converter = ExecutorConverter.class,
            description = "What a container is run as: process (the image is not used), docker or podman.")
    @SuppressWarnings("NullAway.Init")
    private ExecutorKind executor;

    @Option(
            names = "--network",
            paramLabel = "MODE",
            defaultValue = "rewrite",
            converter = NetworkConverter.class,
            description =
                    "How pods find each other by name: rewrite (names become addresses), userns (Linux: a hosts file of their own), none.")
    @SuppressWarnings("NullAway.Init")
    private NetworkMode network;

    @Option(
            names = "--python",
            paramLabel = "PROGRAM",
            description = "The Python to use; its folder comes first in the PATH of programs.")
    private @Nullable Path python;

    @Option(
            names = "--set-env",
            paramLabel = "NAME=VALUE",
            description = "A variable for all programs; wins over all others. May be given again.")
    private Map<String, String> variables = new LinkedHashMap<>();

    @Option(
            names = "--mount",
            paramLabel = "NAME=FOLDER",
            description = "A folder of this machine for the volume or volume claim of that name. May be given again.")
    private Map<String, Path> mounts = new LinkedHashMap<>();

    @Option(
            names = "--gpus",
            paramLabel = "LIST",
            split = ",",
            description = "Which GPUs to offer, such as 0,2. Without it, those that nvidia-smi and rocm-smi list.")
    private @Nullable List<String> gpus;

    @Option(names = "--share-gpus", description = "Give the same GPU to several pods when there are too few.")
    private boolean shareGpus;

    @Option(
            names = "--grace",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "Programs that are stopped get at most this time to end (${DEFAULT-VALUE}).")
    private int graceSeconds;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    KubeletCommand(Services services) {
        this.services = services;
    }

    @Override
    public Integer call() {
        LogSetup.apply(new LogOptions(Level.INFO, LogEncoding.CONSOLE, StackTraces.NEVER, TimeEncoding.RFC3339));
        KubeletProcess kubelet = services.kubelet();
        KubeletProcess.Request request = new KubeletProcess.Request(kubeconfig, options(), BuildInfo.current());
        try (StopSignals signals =
                new StopSignals(kubelet::stop, () -> Runtime.getRuntime().halt(ExitCodes.FAILED))) {
            return kubelet.run(request);
        }
    }

    private KubeletOptions options() {
        require(Files.isRegularFile(kubeconfig), "--kubeconfig: " + kubeconfig + " is not a file");
        require(Files.isDirectory(workFolder), "--workdir: " + workFolder + " is not a folder");
        require(graceSeconds >= 0, "--grace: must not be negative");
        mounts.forEach((name, folder) ->
                require(Files.isDirectory(folder), "--mount " + name + ": " + folder + " is not a folder"));
        String name = nodeName == null ? machineName() : nodeName;
        require(
                name.matches("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?"),
                "--node-name: must consist of lower-case letters, digits, - and ., not \"" + name + "\"");
        Map<String, Path> folders = new LinkedHashMap<>();
        mounts.forEach(
                (volume, folder) -> folders.put(volume, folder.toAbsolutePath().normalize()));
        RegistrationOptions registration =
                RegistrationOptions.DEFAULT.withLabels(labels).withTaints(parsedTaints());
        return KubeletOptions.of(
                        name,
                        FolderOptions.in(state, workFolder)
                                .withBindings(folders)
                                .withoutMadeClaims())
                .withRegistration(keepNode ? registration.staying() : registration)
                .withPrograms(programs())
                .withNetwork(network)
                .withLongestGrace(Duration.ofSeconds(graceSeconds))
                .withPatience();
    }

    private ProgramOptions programs() {
        ProgramOptions programs = ProgramOptions.DEFAULT.withExecutor(executor).withOverrides(variables);
        if (python != null) {
            require(Files.isRegularFile(python), "--python: " + python + " is not a file");
            programs = programs.withPython(python.toAbsolutePath());
        }
        if (gpus != null) {
            return programs.withGpus(gpus, shareGpus);
        }
        return shareGpus ? programs.sharingGpus() : programs;
    }

    private List<RegistrationOptions.Taint> parsedTaints() {
        return taints.equals(List.of(NONE))
                ? List.of()
                : taints.stream().map(KubeletCommand::taint).toList();
    }

    private static RegistrationOptions.Taint taint(String text) {
        int colon = text.lastIndexOf(':');
        String effect = text.substring(colon + 1);
        require(
                colon > 0
                        && List.of("NoSchedule", "PreferNoSchedule", "NoExecute")
                                .contains(effect),
                "--taint: must be KEY=VALUE:EFFECT with NoSchedule, PreferNoSchedule or NoExecute, not \"" + text
                        + "\"");
        String key = text.substring(0, colon);
        int equals = key.indexOf('=');
        return equals < 0
                ? new RegistrationOptions.Taint(key, "", effect)
                : new RegistrationOptions.Taint(key.substring(0, equals), key.substring(equals + 1), effect);
    }

    private static String machineName() {
        try {
            return InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
        } catch (UnknownHostException nameless) {
            throw new Failure(
                    ExitCodes.WRONG_INPUT, "--node-name: is needed, because this machine does not know its name");
        }
    }

    private static void require(boolean met, String problem) {
        if (!met) {
            throw new Failure(ExitCodes.WRONG_INPUT, problem);
        }
    }

    /** Names of constants in lower case. */
    private abstract static class NameConverter<E extends Enum<E>> implements ITypeConverter<E> {
        private final Class<E> type;

        NameConverter(Class<E> type) {
            this.type = type;
        }

        @Override
        public E convert(String value) {
            List<String> names = new ArrayList<>();
            for (E constant : type.getEnumConstants()) {
                String name = constant.name().toLowerCase(Locale.ROOT);
                if (name.equals(value)) {
                    return constant;
                }
                names.add(name);
            }
            throw new TypeConversionException("must be one of " + String.join(", ", names) + ", not " + value);
        }
    }

    static final class ExecutorConverter extends NameConverter<ExecutorKind> {
        ExecutorConverter() {
            super(ExecutorKind.class);
        }
    }

    static final class NetworkConverter extends NameConverter<NetworkMode> {
        NetworkConverter() {
            super(NetworkMode.class);
        }
    }
}
