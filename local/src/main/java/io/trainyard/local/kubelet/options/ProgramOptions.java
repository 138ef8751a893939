package io.trainyard.local.kubelet.options;

import io.trainyard.local.kubelet.image.ImageEntry;
import io.trainyard.local.kubelet.image.InitializerOptions;
import io.trainyard.local.kubelet.mpi.MpiMode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How programs are run. Immutable.
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
    public ProgramOptions {
        images = List.copyOf(images);
        inherited = Set.copyOf(inherited);
        overrides = Map.copyOf(overrides);
        gpus = gpus.map(List::copyOf);
    }

    /** The same with more variables that win. */
    public ProgramOptions with(Map<String, String> variables) {
        Map<String, String> all = new LinkedHashMap<>(overrides);
        all.putAll(variables);
        return new ProgramOptions(executor, images, python, inherited, all, gpus, sharesGpus, mpi, initializer);
    }
}
