package io.trainyard.launcher.cli.service;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.core.config.Configuration;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.launcher.cli.input.PortNumber;
import io.trainyard.launcher.cli.input.RuntimeCatalogue;
import io.trainyard.launcher.cli.job.StateOption;
import io.trainyard.launcher.cli.plugins.PluginFlags;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.process.StopSignals;
import io.trainyard.launcher.cli.run.CapacityFlags;
import io.trainyard.launcher.cli.run.MachineFlags;
import io.trainyard.launcher.cli.run.RestartFlags;
import io.trainyard.launcher.run.folder.KubeconfigFile;
import io.trainyard.launcher.run.folder.ServiceFolder;
import io.trainyard.launcher.run.folder.ServiceStatus;
import io.trainyard.launcher.run.view.ShellWord;
import io.trainyard.local.controllers.jobset.RestartLimit;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Starts the service of a folder. */
@Command(
        name = "up",
        header = "Start a cluster on this machine that stays, for kubectl and the Python SDK.",
        description = {
            "",
            "Starts the API server, controllers and kubelet of 'trainyard run' in the background, as a service of this folder. The service keeps "
                    + "its objects when it stops. If it is up already, the command prints its address.",
            "",
            "What it keeps is in .trainyard/service; see the commands status, logs and down."
        },
        exitCodeList = {
            "0:the service is up",
            "2:wrong input or option, or something that this machine lacks",
            "3:a fault in Trainyard or in a plugin"
        },
        footer = {
            "  trainyard up",
            "  KUBECONFIG=.trainyard/service/kubeconfig kubectl apply -f job.yaml",
            "  trainyard up --merge-kubeconfig --context laptop     kubectl --context laptop works in every terminal",
            "  trainyard up --state ~/.trainyard                    one for all folders"
        })
public final class UpCommand implements Callable<Integer> {
    private final Environment environment;
    private final Supplier<LocalService> services;

    @Option(
            names = "--foreground",
            description = "Stay in this terminal until Ctrl-C, for supervisors such as systemd and for containers.")
    private boolean foreground;

    @Mixin
    private StateOption state = new StateOption();

    @Option(
            names = "--kubeconfig-out",
            paramLabel = "FILE",
            description = "Write one more kubeconfig, besides .trainyard/service/kubeconfig.")
    private @Nullable Path kubeconfig;

    @Option(
            names = "--merge-kubeconfig",
            description =
                    "Add a context to your own kubeconfig ($KUBECONFIG or ~/.kube/config); all else in it stays, the current context too.")
    private boolean merge;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            description = "Name of that context; trainyard-FOLDER without it.")
    private @Nullable String context;

    @Option(
            names = "--api-port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Port of the API server on 127.0.0.1; without it, that of the last time, or any free one.")
    private int port;

    @Option(
            names = "--page-port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "Port of the page on 127.0.0.1; without it, that of the last time, or any free one.")
    private int pagePort;

    @Option(
            names = "--runtimes",
            paramLabel = "FOLDER",
            description = "Runtimes that are there from the start, instead of those that come with Trainyard.")
    private @Nullable Path runtimes;

    @Option(
            names = "--restarts",
            paramLabel = "N",
            description =
                    "Start a job that has failed again, as a whole, up to N times; without it, what fails is tried again as in a cluster.")
    private @Nullable Integer restarts;

    @Mixin
    private PluginFlags pluginFlags = new PluginFlags();

    @ArgGroup(validate = false, heading = "%nThis machine:%n")
    private MachineFlags machine = new MachineFlags();

    @Mixin
    private CapacityFlags capacity = new CapacityFlags();

    public UpCommand(Environment environment, Supplier<LocalService> services) {
        this.environment = environment;
        this.services = services;
    }

    @Override
    public Integer call() {
        ServiceFolder folder = new ServiceFolder(state.folder());
        if (kubeconfig != null && !KubeconfigFile.isReplaceable(kubeconfig)) {
            throw wrong("--kubeconfig-out: " + kubeconfig
                    + " exists and is not a kubeconfig of Trainyard, so it is left alone; name another file");
        }
        if (context != null && !merge) {
            throw wrong("--context: only together with --merge-kubeconfig");
        }
        PortNumber.of("--api-port", port);
        PortNumber.of("--page-port", pagePort);
        Optional<RestartLimit> limit = Optional.ofNullable(restarts).map(RestartFlags::ofService);
        requireHere(folder, ", or name another folder with --state");
        Optional<ServiceStatus> running = folder.running();
        if (running.isPresent()) {
            announce(folder, running.get(), "is up already");
            return ExitCodes.DONE;
        }
        folder.create();
        return foreground ? stay(folder, limit) : startInBackground(folder);
    }

    /** Whether a service of another machine still runs can be seen there only. */
    static void requireHere(ServiceFolder folder, String advice) {
        folder.read()
                .filter(status -> status.phase() != ServiceStatus.Phase.DOWN
                        && status.process().isElsewhere())
                .ifPresent(elsewhere -> {
                    throw wrong("the service of " + folder.state().root() + " was started on "
                            + elsewhere.process().host().name() + "; stop it there" + advice);
                });
    }

    private int startInBackground(ServiceFolder folder) {
        new ServiceStart(folder).start();
        announce(folder, folder.running().orElseThrow(() -> ended(folder)), "is up");
        return ExitCodes.DONE;
    }

    private static CommandException ended(ServiceFolder folder) {
        return new CommandException(
                ExitCodes.FAILED,
                "the service ended right after its start; see " + folder.asRun().log());
    }

    @SuppressWarnings("try") // Signals and the lock are held for as long as the block runs; nothing calls them.
    private int stay(ServiceFolder folder, Optional<RestartLimit> limit) {
        try (ServiceLock held = ServiceLock.take(folder)) {
            Configuration configuration = pluginFlags.configuration(environment);
            LocalService service = services.get();
            LocalService.Request request = new LocalService.Request(
                    folder,
                    pluginFlags.source(configuration, environment),
                    machine.settings(environment, limit, capacity),
                    objects(),
                    new LocalService.Ports(port, pagePort),
                    environment.debug());
            try (StopSignals signals = new StopSignals(service::stop, service::kill)) {
                return service.run(request, status -> {
                    if (System.getenv(ServiceStart.BACKGROUND) == null) {
                        announce(folder, status, "is up");
                        environment.out().println("  Ctrl-C stops it.");
                        environment.out().flush();
                    }
                });
            }
        }
    }

    private List<Map<String, Object>> objects() {
        return RuntimeCatalogue.of(runtimes, "default", environment).all().stream()
                .map(TreeConversion::toTree)
                .toList();
    }

    private void announce(ServiceFolder folder, ServiceStatus status, String what) {
        if (kubeconfig != null) {
            ServiceKubeconfig.write(folder, kubeconfig);
        }
        String usual = "export KUBECONFIG=" + ShellWord.of(folder.kubeconfig());
        String use = merge ? ServiceKubeconfig.merge(folder, environment, context) : usual;
        environment
                .out()
                .println("Trainyard " + what + ": " + status.server() + " (process "
                        + status.process().pid() + ")");
        environment.out().println("  kubectl and the SDK:  " + use);
        if (!status.page().isEmpty()) {
            environment.out().println("  page:                 " + status.page());
        } else if (pagePort > 0) {
            environment
                    .err()
                    .println(
                            "There is no page: --page-port: " + pagePort
                                    + " cannot be had, another program may use it; see the log of the service: 'trainyard logs'");
        }
        environment
                .out()
                .println("  'trainyard status' shows what it does, 'trainyard down' stops it and keeps its objects.");
        environment.out().flush();
    }
}
