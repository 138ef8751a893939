package io.trainyard.launcher.cli.kubelet;

import io.trainyard.local.kubelet.image.ImageEntry;
import io.trainyard.local.kubelet.image.InitializerOptions;
import io.trainyard.local.kubelet.mpi.MpiMode;
import io.trainyard.local.kubelet.options.ExecutorKind;
import io.trainyard.local.kubelet.options.FolderOptions;
import io.trainyard.local.kubelet.options.KubeletOptions;
import io.trainyard.local.kubelet.options.ProgramOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a container becomes on this machine; empty where the usual way holds.
 *
 * @param executor what a container is run as
 * @param python interpreter whose folder comes first in the PATH
 * @param images what is known of images
 * @param variables environment variables that win over all others
 * @param inherited variables of this process that programs get, too
 * @param mounts folders that stand for a claim or a volume, by its name
 * @param gpus names of the GPUs to use
 * @param mpi how ranks of MPI are started
 * @param initializer how data sets and models are fetched
 * @param switches what is on that is off by default
 */
public record ProgramSettings(
        Executor executor,
        Optional<Path> python,
        List<ImageEntry> images,
        Map<String, String> variables,
        Set<String> inherited,
        Map<String, Path> mounts,
        Optional<List<String>> gpus,
        Mpi mpi,
        InitializerOptions initializer,
        Set<Switch> switches) {
    public ProgramSettings {
        images = List.copyOf(images);
        variables = Map.copyOf(variables);
        inherited = Set.copyOf(inherited);
        mounts = Map.copyOf(mounts);
        gpus = gpus.map(List::copyOf);
        switches = Set.copyOf(switches);
    }

    /** What a container is run as. */
    public enum Executor {
        process(ExecutorKind.PROCESS),
        docker(ExecutorKind.DOCKER),
        podman(ExecutorKind.PODMAN);

        private final ExecutorKind kind;

        Executor(ExecutorKind kind) {
            this.kind = kind;
        }
    }

    /** How ranks of MPI are started. */
    public enum Mpi {
        collapse(MpiMode.COLLAPSE),
        agent(MpiMode.AGENT);

        private final MpiMode mode;

        Mpi(MpiMode mode) {
            this.mode = mode;
        }
    }

    /** What may be switched on. */
    public enum Switch {
        /** Several pods may get the same GPU. */
        SHARE_GPUS,
        /** A hostPath may lie anywhere. */
        ANY_HOST_PATH,
        /** Mount paths that do not exist on this machine become links while they are needed. */
        LINK_MOUNTS
    }

    /** The same with other variables of this process that programs get. */
    public ProgramSettings withInherited(Set<String> names) {
        return new ProgramSettings(
                executor, python, images, variables, names, mounts, gpus, mpi, initializer, switches);
    }

    /** A kubelet that keeps to these settings, in these folders. */
    public KubeletOptions kubelet(String node, FolderOptions folders) {
        FolderOptions bound =
                folders.with(mounts, switches.contains(Switch.ANY_HOST_PATH), switches.contains(Switch.LINK_MOUNTS));
        return KubeletOptions.of(
                node,
                bound,
                new ProgramOptions(
                        executor.kind,
                        images,
                        python,
                        inherited,
                        variables,
                        gpus,
                        switches.contains(Switch.SHARE_GPUS),
                        mpi.mode,
                        initializer));
    }
}
