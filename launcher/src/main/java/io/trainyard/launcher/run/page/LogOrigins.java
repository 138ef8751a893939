package io.trainyard.launcher.run.page;

import io.trainyard.dashboard.log.LogSource.Origin;
import io.trainyard.dashboard.log.LogSource.Selection;
import io.trainyard.launcher.run.progress.ContainerSnapshot;
import io.trainyard.launcher.run.progress.PodSnapshot;
import io.trainyard.spi.model.TrainerApi;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Which containers of a run have a log that somebody wants to read. Pure. */
final class LogOrigins {
    /** Has no rank: it runs before the training. */
    private static final int NO_RANK = -1;

    private static final Set<String> INITIALIZERS =
            Set.of(TrainerApi.ANCESTOR_DATASET_INITIALIZER, TrainerApi.ANCESTOR_MODEL_INITIALIZER);

    private LogOrigins() {}

    /**
     * The containers, by step and number of the pod; pods that took the place of others come after them.
     *
     * @param pods all that were ever seen, in the order in which they were first seen
     */
    static List<Origin> of(Collection<PodSnapshot> pods, Selection selection) {
        String job = selection.job().toString();
        List<PodSnapshot> meant = pods.stream()
                .filter(pod -> pod.trainJob().equals(job))
                .filter(pod -> selection.step().isEmpty() || selection.step().equals(pod.replicatedJob()))
                .filter(pod -> selection.ranks().isEmpty() || selection.ranks().contains((int) pod.index()))
                .toList();
        long attempt = selection.attempt().map(Integer::longValue).orElseGet(() -> meant.stream()
                .mapToLong(PodSnapshot::attempt)
                .max()
                .orElse(0));
        List<PodSnapshot> present =
                meant.stream().filter(pod -> pod.attempt() == attempt).toList();
        List<String> steps =
                present.stream().map(PodSnapshot::replicatedJob).distinct().toList();
        return present.stream()
                .sorted(Comparator.<PodSnapshot>comparingInt(pod -> steps.indexOf(pod.replicatedJob()))
                        .thenComparingLong(PodSnapshot::jobIndex)
                        .thenComparingLong(PodSnapshot::index))
                .flatMap(pod -> origin(pod, selection.container()))
                .toList();
    }

    private static Stream<Origin> origin(PodSnapshot pod, String container) {
        Optional<ContainerSnapshot> chosen = pod.containers().stream()
                .filter(each ->
                        container.isEmpty() ? !each.initial() : each.name().equals(container))
                .findFirst();
        return chosen
                .filter(LogOrigins::hasLog)
                .map(each -> new Origin(
                        INITIALIZERS.contains(pod.replicatedJob()) ? NO_RANK : (int) pod.index(),
                        pod.replicatedJob(),
                        (int) pod.attempt(),
                        pod.name(),
                        each.name()))
                .stream();
    }

    private static boolean hasLog(ContainerSnapshot container) {
        return !container.started().isEmpty() || container.exitCode().isPresent();
    }
}
