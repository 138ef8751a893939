package io.trainyard.local.kubelet.process;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.tree.Tree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    private static final String GPUS = "CUDA_VISIBLE_DEVICES=";

    /** Of all containers of a run that have processes now; none when it has ended, or runs elsewhere. Blocks. */
    public static List<ContainerUsage> below(Path run) {
        List<ContainerUsage> found = new ArrayList<>();
        for (Map<String, Object> entry : containers(run.resolve(OrphanedProcesses.FILE))) {
            RecordedProcess recorded = RecordedProcess.of(entry);
            recorded.living().ifPresent(process -> found.add(of(recorded, process)));
        }
        return found;
    }

    private static List<Map<String, Object>> containers(Path file) {
        try {
            Map<String, Object> record = Json.parseObject(Files.readAllBytes(file));
            boolean elsewhere = HostIdentity.of(Tree.child(record, "host")).isOtherThan(HostIdentity.current());
            return elsewhere ? List.of() : Tree.objects(record, "containers");
        } catch (IOException | MalformedTextException notThere) {
            // Nothing runs yet, or nothing runs any more.
            return List.of();
        }
    }

    private static ContainerUsage of(RecordedProcess recorded, ProcessHandle process) {
        Duration cpu = Stream.concat(Stream.of(process), process.descendants())
                .map(each -> each.info().totalCpuDuration())
                .flatMap(Optional::stream)
                .reduce(Duration.ZERO, Duration::plus);
        return new ContainerUsage(
                recorded.pod(), recorded.container(), cpu, ProcessMemory.ofTree(process), gpus(process.pid()));
    }

    private static String gpus(long pid) {
        try {
            byte[] environment = Files.readAllBytes(Path.of("/proc", Long.toString(pid), "environ"));
            return Stream.of(new String(environment, StandardCharsets.UTF_8).split("\0"))
                    .filter(variable -> variable.startsWith(GPUS))
                    .map(variable -> variable.substring(GPUS.length()))
                    .findFirst()
                    .orElse("");
        } catch (IOException unreadable) {
            return "";
        }
    }
}
