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
        return programs(ExecutorKind.PROCESS, List.of(), InitializerOptions.DEFAULT);
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
                MpiMode.COLLAPSE,
                initializer);
    }

    /** The same kubelet with other folders. */
    static KubeletOptions in(FolderOptions folders, KubeletOptions options) {
        return new KubeletOptions(
                options.nodeName(),
                options.registration(),
                folders,
                options.programs(),
                options.namespaces(),
                options.ownPrograms(),
                options.limits(),
                options.statusServer(),
                options.console());
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
