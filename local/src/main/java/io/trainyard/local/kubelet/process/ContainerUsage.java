package io.trainyard.local.kubelet.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a running container uses of this machine, as anybody can see it who finds the folder of its run.
 *
 * @param pod its pod, as namespace/name
 * @param container its name
 * @param cpu processor time that its processes have taken
 * @param memory bytes; 0 where the system does not tell
 * @param gpus those that it may use, as its program is told; may be empty
 */
public record ContainerUsage(String pod, String container, Duration cpu, long memory, String gpus) {
    private static final String GPUS = "CUDA_VISIBLE_DEVICES";

    /** Of all containers of a run that have processes now; none when it has ended, or runs elsewhere. Blocks. */
    public static List<ContainerUsage> below(Path run) {
        return LiveContainer.below(run).stream().map(ContainerUsage::of).toList();
    }

    static ContainerUsage of(LiveContainer live) {
        ProcessHandle process = live.process();
        Duration cpu = Stream.concat(Stream.of(process), ProcessTree.descendants(process).stream())
                .map(each -> each.info().totalCpuDuration())
                .flatMap(Optional::stream)
                .reduce(Duration.ZERO, Duration::plus);
        return new ContainerUsage(
                live.namespace() + "/" + live.pod(),
                live.container(),
                cpu,
                ProcessMemory.ofTree(process),
                live.environment().getOrDefault(GPUS, ""));
    }
}
