package io.trainyard.core.report;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.trainyard.foundation.regex.PlainText;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.model.Trainer;
import io.trainyard.spi.model.TrainerMetric;
import io.trainyard.spi.model.TrainerStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The processes that found each other, beside those that the TrainJob declares. What a program reports of it goes into the metrics of the TrainJob's
 * status, so that every replica knows it, also after a restart. Pure.
 */
public final class WorldSize {
    /** Annotation of a TrainJob that asks for more than being told. */
    public static final String ANNOTATION = "trainyard.dev/on-smaller-world";

    /** Value of the annotation: the job fails. */
    public static final String FAIL = "Fail";

    /** Metric: processes in the group. */
    static final String FORMED = "world_size";

    /** Metric: processes that there should be; only where there are fewer. */
    static final String DECLARED = "declared_world_size";

    /** Processes of one node where the TrainJob gives no number: no machine has more of what they train on. */
    static final int MAX_PROCESSES = 128;

    private WorldSize() {}

    /**
     * A group that lacks processes.
     *
     * @param formed how many found each other
     * @param declared how many the TrainJob asks for
     */
    public record Smaller(int formed, int declared) {
        /** For people: what is so, and where to look. */
        public String message() {
            return "the training processes formed a group of " + formed + ", but the TrainJob declares " + declared
                    + ": look at how the program is started (torchrun instead of python?) and at its rendezvous";
        }
    }

    /** Whether the group is known to lack processes. */
    public static Optional<Smaller> smaller(@Nullable TrainerStatus status) {
        if (status == null) {
            return Optional.empty();
        }
        return metric(status, FORMED)
                .flatMap(formed -> metric(status, DECLARED).map(declared -> new Smaller(formed, declared)))
                .filter(world -> world.formed() < world.declared());
    }

    /** Whether this TrainJob wants to fail when its group lacks processes. */
    public static boolean failsJob(TrainJob trainJob) {
        @Nullable Map<String, String> annotations = trainJob.getMetadata().getAnnotations();
        return annotations != null && FAIL.equals(annotations.get(ANNOTATION));
    }

    /**
     * The processes that a TrainJob declares; empty when it does not say how many nodes it has. Where it gives no number of processes on each node, what
     * the program says of its own node counts, else one.
     *
     * @param localWorldSize processes on one node, as the program said
     */
    public static Optional<Integer> declared(TrainJob trainJob, Optional<Integer> localWorldSize) {
        Optional<Trainer> trainer = Optional.ofNullable(trainJob.getSpec()).map(TrainJobSpec::trainer);
        Optional<Integer> nodes = trainer.map(Trainer::numNodes)
                .or(() -> Optional.ofNullable(trainJob.statusOrEmpty().nodes()));
        int processes = trainer.map(Trainer::numProcPerNode)
                .map(IntOrString::getIntVal)
                .or(() -> localWorldSize)
                .orElse(1);
        return nodes.map(count -> (int) Math.min(Integer.MAX_VALUE, (long) count * processes));
    }

    /**
     * Checks that a TrainJob can have a process of this number, by the nodes that it asks for, or has at present where they are more.
     *
     * @throws InvalidReportException when it cannot
     */
    public static void check(TrainJob trainJob, int rank) {
        Trainer trainer =
                trainJob.getSpec() == null ? Trainer.EMPTY : trainJob.getSpec().trainerOrEmpty();
        @Nullable Integer asked = trainer.numNodes();
        @Nullable Integer present = trainJob.statusOrEmpty().nodes();
        long nodes = Math.max(asked == null ? 0 : asked, present == null ? 0 : present);
        int processes = Optional.ofNullable(trainer.numProcPerNode())
                .map(IntOrString::getIntVal)
                .orElse(MAX_PROCESSES);
        if (nodes > 0 && rank >= nodes * processes) {
            throw InvalidReportException.payload("trainyard.rank must be less than " + nodes * processes + ", not "
                    + rank + ": the TrainJob has " + nodes + " nodes with at most " + processes
                    + " processes each; change spec.trainer.numNodes or spec.trainer.numProcPerNode if it has more");
        }
    }

    /**
     * What was reported, with what is known of the group.
     *
     * @param formed processes in the group; empty when nobody has said
     */
    public static TrainerStatus with(TrainerStatus status, Optional<Integer> formed, Optional<Integer> declared) {
        if (formed.isEmpty()) {
            return status;
        }
        List<TrainerMetric> metrics = new ArrayList<>(status.metrics());
        metrics.removeIf(metric -> metric.name().equals(FORMED) || metric.name().equals(DECLARED));
        List<TrainerMetric> world = new ArrayList<>();
        world.add(new TrainerMetric(FORMED, formed.get().toString()));
        declared.filter(count -> formed.get() < count)
                .ifPresent(count -> world.add(new TrainerMetric(DECLARED, count.toString())));
        // A list that is full already stays within its limit.
        while (metrics.size() + world.size() > ReportReader.MAX_METRICS) {
            metrics.remove(metrics.size() - 1);
        }
        metrics.addAll(world);
        return new TrainerStatus(
                status.progressPercentage(), status.estimatedRemainingSeconds(), metrics, status.lastUpdatedTime());
    }

    private static Optional<Integer> metric(TrainerStatus status, String name) {
        return status.metrics().stream()
                .filter(metric -> Objects.equals(metric.name(), name))
                .map(TrainerMetric::value)
                .filter(value -> PlainText.isNumber(value, 9))
                .map(Integer::valueOf)
                .findFirst();
    }
}
