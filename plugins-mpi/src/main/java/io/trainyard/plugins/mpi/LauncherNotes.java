package io.trainyard.plugins.mpi;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Volume;
import io.trainyard.spi.extension.JobNotes;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.result.JobNote;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Says which pod is the launcher: its log is that of the whole job. Pure. */
final class LauncherNotes {
    private static final String REPLICATED_JOB = "jobset.sigs.k8s.io/replicatedjob-name";

    private LauncherNotes() {}

    /** A line about the launcher of an MPI job, the newest where it was started again; none for other jobs. */
    static List<JobNote> of(JobNotes.Request request) {
        String hostfile = MpiJob.hostfileName(request.trainJob());
        return request.all(Pod.class).stream()
                .filter(pod -> isLauncher(pod) && mounts(pod, hostfile))
                .max(Comparator.comparing((Pod pod) ->
                        Objects.requireNonNullElse(pod.getMetadata().getCreationTimestamp(), "")))
                .map(pod -> List.of(JobNote.of(line(pod))))
                .orElse(List.of());
    }

    private static boolean isLauncher(Pod pod) {
        Map<String, String> labels =
                Objects.requireNonNullElse(pod.getMetadata().getLabels(), Map.of());
        return TrainerApi.LAUNCHER.equals(labels.get(REPLICATED_JOB));
    }

    private static boolean mounts(Pod pod, String configMap) {
        return pod.getSpec() != null
                && pod.getSpec().getVolumes().stream()
                        .map(Volume::getConfigMap)
                        .anyMatch(source -> source != null && configMap.equals(source.getName()));
    }

    private static String line(Pod pod) {
        PodStatus status = Objects.requireNonNullElseGet(pod.getStatus(), PodStatus::new);
        String node = pod.getSpec().getNodeName();
        return "the launcher is pod " + pod.getMetadata().getName()
                + (node == null ? ", which has no node yet" : " on node " + node)
                + (status.getPhase() == null || node == null ? "" : ", " + status.getPhase())
                + "; mpirun writes to its log";
    }
}
