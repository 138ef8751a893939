package io.trainyard.local.kubelet;

import io.trainyard.local.kubelet.image.ImageEntry;
import io.trainyard.local.kubelet.image.InitializerOptions;
import io.trainyard.local.kubelet.lifecycle.Backoff;
import io.trainyard.local.kubelet.mpi.MpiMode;
import io.trainyard.local.kubelet.options.ExecutorKind;
import io.trainyard.local.kubelet.options.FolderOptions;
import io.trainyard.local.kubelet.options.KubeletOptions;
import io.trainyard.local.kubelet.options.LimitOptions;
import io.trainyard.local.kubelet.options.ProgramOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Settings of kubelets that tests want, and no user has. */
public final class Settings {
    private Settings() {}

    /** Processes on a machine without GPUs. */
    public static ProgramOptions programs() {
        return programs(ExecutorKind.process, List.of(), InitializerOptions.DEFAULT);
    }

    public static ProgramOptions programs(
            ExecutorKind executor, List<ImageEntry> images, InitializerOptions initializer) {
        return new ProgramOptions(
                executor,
                images,
                Optional.empty(),
                Set.of(),
                Map.of(),
                Optional.of(List.of()),
                false,
                MpiMode.collapse,
                initializer);
    }

    /** Everything in the folder of a run. */
    public static FolderOptions folders(Path run, Path work) {
        return folders(run, work, Optional.empty(), true);
    }

    public static FolderOptions folders(Path run, Path work, Optional<Map<String, Path>> starts, boolean makesClaims) {
        return new FolderOptions(run, run.resolve("pvc"), work, starts, Map.of(), false, makesClaims, false, false);
    }

    /** The same kubelet, with what a user says of mounts. */
    static KubeletOptions mounting(
            Map<String, Path> bindings, boolean anyHostPath, boolean links, KubeletOptions options) {
        FolderOptions folders = options.folders();
        return options.withFolders(new FolderOptions(
                folders.run(),
                folders.claims(),
                folders.work(),
                folders.atWork(),
                bindings,
                anyHostPath,
                folders.makesClaims(),
                links,
                folders.ownTmp()));
    }

    /** A kubelet as a laptop wants it. */
    public static KubeletOptions kubelet(String nodeName, FolderOptions folders, ProgramOptions programs) {
        return kubelet(nodeName, folders, programs, Map.of());
    }

    static KubeletOptions kubelet(
            String nodeName, FolderOptions folders, ProgramOptions programs, Map<String, Set<String>> ownPrograms) {
        return new KubeletOptions(
                nodeName, folders, programs, true, ownPrograms, LimitOptions.LAPTOP, Optional::empty, Optional.empty());
    }

    static KubeletOptions withMaxGrace(Duration grace, KubeletOptions options) {
        return options.withLimits(options.limits().withMaxGrace(grace));
    }

    /** Waits that no test has to wait for. */
    static LimitOptions restarting(Backoff backoff) {
        LimitOptions limits = LimitOptions.LAPTOP;
        return new LimitOptions(
                backoff, limits.failsFast(), limits.maxGrace(), limits.setupTimeout(), limits.maxLogBytes());
    }

    public static KubeletOptions givingUpAfter(Duration setupTimeout, KubeletOptions options) {
        LimitOptions limits = options.limits();
        return options.withLimits(new LimitOptions(
                limits.backoff(), limits.failsFast(), limits.maxGrace(), setupTimeout, limits.maxLogBytes()));
    }

    static KubeletOptions withMaxLogBytes(long bytes, KubeletOptions options) {
        LimitOptions limits = options.limits();
        return options.withLimits(new LimitOptions(
                limits.backoff(), limits.failsFast(), limits.maxGrace(), limits.setupTimeout(), bytes));
    }
}
