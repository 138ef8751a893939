package io.trainyard.launcher.cli.kubelet;

import static io.trainyard.launcher.cli.process.CommandException.require;
import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.launcher.cli.input.DurationConverter;
import io.trainyard.launcher.cli.input.StateConverter;
import io.trainyard.launcher.cli.process.BuildInfo;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.process.StopSignals;
import io.trainyard.launcher.logging.LogEncoding;
import io.trainyard.launcher.logging.LogOptions;
import io.trainyard.launcher.logging.LogSetup;
import io.trainyard.launcher.logging.StackTraces;
import io.trainyard.launcher.logging.TimeEncoding;
import io.trainyard.local.kubelet.files.RealPaths;
import io.trainyard.local.kubelet.options.ExecutorKind;
import io.trainyard.local.kubelet.options.FolderOptions;
import io.trainyard.local.kubelet.options.KubeletOptions;
import io.trainyard.local.kubelet.options.LimitOptions;
import io.trainyard.local.kubelet.options.ProgramOptions;
import io.trainyard.local.kubelet.options.RegistrationOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes this machine a node of a cluster until it is told to stop. */
@Command(
        name = "kubelet",
        header = "Make this machine a node of a cluster; its pods are processes here.",
        customSynopsis = "trainyard kubelet --kubeconfig FILE [OPTIONS]",
        description = {
            "",
            "Registers a node and runs the pods that are bound to it as processes of this machine, as you, without any isolation: "
                    + "only for clusters whose users you trust. Other pods are kept away by a taint. Logs are files below the state folder."
        },
        footer = "  trainyard kubelet --kubeconfig ~/.kube/config --node-name my-laptop")
public final class KubeletCommand implements Callable<Integer> {
    static final String DEFAULT_TAINT = "trainyard.dev/processes=true:NoSchedule";
    private static final String NONE = "none";

    private final Environment environment;
    private final Supplier<KubeletProcess> kubelets;

    @Option(names = "--kubeconfig", paramLabel = "FILE", required = true, description = "How to reach the API server.")
    @SuppressWarnings("NullAway.Init")
    private Path kubeconfig;

    @Option(
            names = "--node-name",
            paramLabel = "NAME",
            description = "Name of the node; without it, the name of this machine.")
    private @Nullable String nodeName;

    @Option(names = "--label", paramLabel = "KEY=VALUE", description = "A label of the node. May be repeated.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(
            names = "--taint",
            paramLabel = "KEY=VALUE:EFFECT",
            description = "A taint of the node (" + DEFAULT_TAINT + "), or none. May be repeated.")
    private List<String> taints = List.of(DEFAULT_TAINT);

    @Option(
            names = "--keep-node",
            description = "Keep the Node object at the end, as not ready, instead of deleting it.")
    private boolean keepNode;

    @Option(
            names = "--state",
            paramLabel = "FOLDER",
            converter = StateConverter.class,
            defaultValue = ".trainyard/node",
            description = "Where pods have their volumes and logs (${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Path state;

    @Option(
            names = "--workdir",
            paramLabel = "FOLDER",
            description =
                    "Working directory of programs that set none; without it, an empty folder of their pod. Pods may mount it by hostPath. Needed for docker and podman.")
    private @Nullable Path workFolder;

    @Option(
            names = "--grace",
            paramLabel = "DURATION",
            defaultValue = "30s",
            converter = DurationConverter.class,
            description = "How long programs may take to stop before they are killed (${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration grace;

    @ArgGroup(validate = false, heading = "%nFor the API server:%n")
    private LogServerFlags logs = new LogServerFlags();

    @ArgGroup(validate = false, heading = "%nPrograms:%n")
    private ProgramFlags programs = new ProgramFlags();

    @Mixin
    private GpuFlag gpus = new GpuFlag();

    public KubeletCommand(Environment environment, Supplier<KubeletProcess> kubelets) {
        this.environment = environment;
        this.kubelets = kubelets;
    }

    @Override
    @SuppressWarnings("try") // Signals are handled for as long as the block runs; nothing calls them.
    public Integer call() {
        LogSetup.apply(new LogOptions(Level.INFO, LogEncoding.console, StackTraces.panic, TimeEncoding.rfc3339));
        KubeletProcess kubelet = kubelets.get();
        KubeletProcess.Request request =
                new KubeletProcess.Request(kubeconfig, options(), logs.address(), BuildInfo.current());
        try (StopSignals signals =
                new StopSignals(kubelet::stop, () -> Runtime.getRuntime().halt(ExitCodes.FAILED))) {
            return kubelet.run(request);
        }
    }

    private KubeletOptions options() {
        require(Files.isRegularFile(kubeconfig), "--kubeconfig: " + kubeconfig + " is not a file");
        ProgramOptions options = programs.programs(environment, gpus.value(), Set.of());
        FolderOptions folders = folders(options.executor());
        String name = nodeName == null ? machineName() : nodeName;
        require(
                name.matches("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?"),
                "--node-name: must consist of lower-case letters, digits, - and ., not \"" + name + "\"");
        return new KubeletOptions(
                name,
                new RegistrationOptions(labels, parsedTaints(), !keepNode, Optional.empty()),
                folders,
                options,
                true,
                Map.of(),
                LimitOptions.LAPTOP.withFailFast(false).withMaxGrace(grace),
                Optional::empty,
                Optional.empty());
    }

    private FolderOptions folders(ExecutorKind executor) {
        boolean apart = executor.usesImages();
        if (workFolder == null) {
            require(
                    !apart,
                    "--executor " + executor + ": needs --workdir FOLDER, the only folder of this machine that pods may"
                            + " mount by hostPath; name one that holds nothing secret");
            return programs.folders(state, Path.of(""), Optional.of(Map.of()), false);
        }
        require(Files.isDirectory(workFolder), "--workdir: " + workFolder + " is not a folder");
        require(
                !apart || !isWithin(state, workFolder),
                "--workdir: " + workFolder + " holds the state folder " + state
                        + " with the volumes and Secrets of all pods, and pods may mount it by hostPath; name another folder, or another --state");
        return programs.folders(state, workFolder, Optional.empty(), false);
    }

    private static boolean isWithin(Path path, Path folder) {
        try {
            return RealPaths.isWithin(path.toAbsolutePath().normalize(), List.of(folder.toAbsolutePath()));
        } catch (IOException unreadable) {
            throw wrong("--workdir: cannot be looked at: " + unreadable);
        }
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
            throw wrong("--node-name: is needed, because this machine does not know its name");
        }
    }
}
