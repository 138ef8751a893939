package io.trainyard.local.kubelet.options;

import io.trainyard.local.kubelet.image.ImageEntry;
import io.trainyard.local.kubelet.image.InitializerOptions;
import io.trainyard.local.kubelet.mpi.MpiMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How programs are run. Immutable; begin with {@link #DEFAULT}.
 *
 * @param executor what a container is run as
 * @param images what is known of images, the first match counts; before the built-in entries
 * @param python interpreter whose folder comes first in PATH
 * @param inherited variables of this process that programs get beside the usual ones
 * @param overrides variables that win over everything else
 * @param gpus the GPUs of this machine, as {@link io.trainyard.local.kubelet.gpu.Gpu#parse} reads them; empty to ask the machine
 * @param sharesGpus whether several pods may get the same GPU
 * @param mpi how ranks of MPI jobs are started
 * @param initializer how data sets and models are fetched
 */
public record ProgramOptions(
        ExecutorKind executor,
        List<ImageEntry> images,
        Optional<Path> python,
        Set<String> inherited,
        Map<String, String> overrides,
        Optional<List<String>> gpus,
        boolean sharesGpus,
        MpiMode mpi,
        InitializerOptions initializer) {
    public static final ProgramOptions DEFAULT = new ProgramOptions(
            ExecutorKind.PROCESS,
            List.of(),
            Optional.empty(),
            Set.of(),
            Map.of(),
            Optional.empty(),
            false,
            MpiMode.COLLAPSE,
            InitializerOptions.DEFAULT);

    public ProgramOptions {
        images = List.copyOf(images);
        inherited = Set.copyOf(inherited);
        overrides = Map.copyOf(overrides);
        gpus = gpus.map(List::copyOf);
    }

    public ProgramOptions withExecutor(ExecutorKind kind) {
        return new ProgramOptions(kind, images, python, inherited, overrides, gpus, sharesGpus, mpi, initializer);
    }

    public ProgramOptions withImages(List<ImageEntry> entries) {
        return new ProgramOptions(executor, entries, python, inherited, overrides, gpus, sharesGpus, mpi, initializer);
    }

    public ProgramOptions withPython(Path interpreter) {
        Optional<Path> chosen = Optional.of(interpreter);
        return new ProgramOptions(executor, images, chosen, inherited, overrides, gpus, sharesGpus, mpi, initializer);
    }

    public ProgramOptions withInherited(Set<String> names) {
        return new ProgramOptions(executor, images, python, names, overrides, gpus, sharesGpus, mpi, initializer);
    }

    public ProgramOptions withOverrides(Map<String, String> variables) {
        return new ProgramOptions(executor, images, python, inherited, variables, gpus, sharesGpus, mpi, initializer);
    }

    public ProgramOptions withGpus(List<String> names, boolean shared) {
        Optional<List<String>> known = Optional.of(List.copyOf(names));
        return new ProgramOptions(executor, images, python, inherited, overrides, known, shared, mpi, initializer);
    }

    /** Several pods may get the same GPU. */
    public ProgramOptions sharingGpus() {
        return new ProgramOptions(executor, images, python, inherited, overrides, gpus, true, mpi, initializer);
    }

    public ProgramOptions withInitializer(InitializerOptions options) {
        return new ProgramOptions(executor, images, python, inherited, overrides, gpus, sharesGpus, mpi, options);
    }

    /** Ranks of MPI jobs are started in another way. */
    public ProgramOptions withMpi(MpiMode mode) {
        return new ProgramOptions(executor, images, python, inherited, overrides, gpus, sharesGpus, mode, initializer);
    }
}
