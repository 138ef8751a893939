package io.trainyard.launcher.cli.install;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.core.manifest.Manifest;
import io.trainyard.core.manifest.ManifestReader;
import io.trainyard.core.manifest.Manifests;
import io.trainyard.launcher.cli.input.InputFiles;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.local.validation.DefinedSchemas;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.RuntimeResource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Puts runtimes onto a cluster, and takes away those that it put there before. */
@Command(
        name = "install-runtimes",
        header = "Put ClusterTrainingRuntimes onto a cluster; for installers.",
        description = {
            "",
            "Applies the ClusterTrainingRuntimes of files and gives each a label. With --prune, deletes those that have the label and are not "
                    + "in the files. What other people installed is left alone."
        },
        footer = "  trainyard install-runtimes --file deploy/runtimes --prune")
public final class InstallRuntimesCommand implements Callable<Integer> {
    private final Environment environment;
    private final Supplier<RuntimeInstaller> installers;

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            required = true,
            description = "YAML or JSON; a folder stands for its files, - for standard input. May be repeated.")
    private List<String> files = new ArrayList<>();

    @Option(names = "--prune", description = "Delete runtimes with the label that are not in the files.")
    private boolean prune;

    @Option(
            names = "--restricted",
            description =
                    "Give their pods what namespaces under the Pod Security level restricted ask for: a user other than root, a home with "
                            + "write access, no capabilities but NET_BIND_SERVICE. Their images must run as any user. What a pod uses of its "
                            + "machine, such as hostNetwork or hostPath, stays; the command names it.")
    private boolean restricted;

    @Option(
            names = "--label",
            paramLabel = "NAME=VALUE",
            defaultValue = "trainer.kubeflow.org/managed-by=runtimes-installer",
            description = "The label (${DEFAULT-VALUE}).")
    private Map<String, String> label = Map.of();

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description =
                    "How to reach the cluster. Looked for in this order: this flag, $KUBECONFIG, the account of the pod, ~/.kube/config.")
    private @Nullable Path kubeconfig;

    public InstallRuntimesCommand(Environment environment, Supplier<RuntimeInstaller> installers) {
        this.environment = environment;
        this.installers = installers;
    }

    @Override
    public Integer call() {
        Manifests manifests =
                ManifestReader.read(new InputFiles(environment.in()).read(files), "default", DefinedSchemas::of);
        if (!manifests.problems().isEmpty()) {
            throw CommandException.ofInput(manifests.problems());
        }
        List<ClusterTrainingRuntime> runtimes = new ArrayList<>();
        for (Manifest<RuntimeResource> manifest : manifests.runtimes()) {
            if (manifest.object() instanceof ClusterTrainingRuntime runtime) {
                ClusterTrainingRuntime installed = restricted ? RestrictedRuntime.of(runtime) : runtime;
                runtimes.add(installed);
                if (restricted) {
                    RestrictedRuntime.refused(installed)
                            .forEach(left -> environment.err().println("note: " + left));
                }
            }
        }
        int others = manifests.runtimes().size()
                - runtimes.size()
                + manifests.trainJobs().size()
                + manifests.others().size();
        if (others > 0) {
            throw wrong("--file: only ClusterTrainingRuntimes can be installed, but there are " + others
                    + " other objects in " + String.join(", ", files));
        }
        RuntimeInstaller.Report report = installers
                .get()
                .install(
                        new RuntimeInstaller.Request(runtimes, label, prune, Optional.ofNullable(kubeconfig)),
                        message -> {
                            environment.err().println(message);
                            environment.err().flush();
                        });
        report.applied().forEach(name -> environment.out().println("applied " + name));
        report.deleted().forEach(name -> environment.out().println("deleted " + name));
        return ExitCodes.DONE;
    }
}
