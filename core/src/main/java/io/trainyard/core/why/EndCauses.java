package io.trainyard.core.why;

import io.trainyard.core.status.StatusCalculator;
import io.trainyard.core.view.Cause;
import io.trainyard.core.view.EventView;
import io.trainyard.core.view.FailedContainer;
import io.trainyard.core.view.JobSummary;
import io.trainyard.core.view.NodeView;
import io.trainyard.foundation.time.Ages;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Why a job has ended. Pure. */
final class EndCauses {
    private EndCauses() {}

    static Optional<Cause> of(Situation situation) {
        return switch (situation.state()) {
            case COMPLETE -> Optional.of(complete(situation.summary()));
            case FAILED -> Optional.of(failed(situation));
            default -> Optional.empty();
        };
    }

    private static Cause complete(JobSummary job) {
        String took = job.ended()
                .map(ended -> " after " + Ages.of(Duration.between(job.created(), ended)))
                .orElse("");
        return Cause.of(Cause.Kind.COMPLETE, "it has ended well" + took, evidence(job), "");
    }

    private static Cause failed(Situation situation) {
        JobSummary job = situation.summary();
        if (job.reason().equals(StatusCalculator.DEADLINE_EXCEEDED)) {
            return Cause.of(
                    Cause.Kind.DEADLINE,
                    "it was ended because it took longer than spec.activeDeadlineSeconds allows",
                    evidence(job),
                    "raise spec.activeDeadlineSeconds in a new TrainJob, or find out what made it slow");
        }
        if (job.reason().equals(StatusCalculator.SMALLER_WORLD)) {
            return Cause.of(
                    Cause.Kind.WORLD_TOO_SMALL,
                    "it was ended because its processes did not all find each other, as it asks for",
                    evidence(job),
                    CourseCauses.TOGETHER);
        }
        if (job.reason().equals(StatusCalculator.NOT_SUPPORTED)) {
            return Cause.of(
                    Cause.Kind.RUNTIME_MISSING,
                    "its runtime is of a kind that this controller does not serve: " + job.runtimeKind() + " "
                            + job.runtime(),
                    evidence(job),
                    "let spec.runtimeRef name a TrainingRuntime or a ClusterTrainingRuntime");
        }
        return FirstFailure.of(situation.objects())
                .map(container -> failed(situation, container))
                .or(() -> ReferenceCauses.ofFailed(situation))
                .orElseGet(() -> unexplained(situation));
    }

    private static Cause failed(Situation situation, FailedContainer container) {
        List<String> evidence = new ArrayList<>();
        container.ended().ifPresent(ended -> evidence.add("ended " + situation.ago(ended)));
        evidence.addAll(evidence(situation.summary()));
        evidence.addAll(ofPods(situation));
        return new Cause(
                Cause.Kind.CONTAINER_FAILED,
                FirstFailure.sentence(container),
                evidence,
                advice(situation, container),
                Optional.of(container));
    }

    /** What to do about an end of that kind. */
    static String advice(Situation situation, FailedContainer container) {
        if (container.meaning().startsWith("out of memory")) {
            return "raise the memory limit (spec.trainer.resourcesPerNode), or let the program use less";
        }
        return switch (container.exitCode()) {
            case 126, 127, 128 -> "look at the command in spec.trainer and at what the image holds";
            case 135 -> "mount a memory-backed emptyDir at /dev/shm";
            case 137 -> "see whether its machine ran out of memory or was drained: " + eventsOf(situation, container);
            case 143 ->
                "the program itself did not fail; see who deleted or preempted the pod: "
                        + eventsOf(situation, container);
            default ->
                "read what it wrote last: kubectl logs " + container.pod() + " -c " + container.container() + " -n "
                        + situation.summary().namespace();
        };
    }

    private static String eventsOf(Situation situation, FailedContainer container) {
        return "kubectl get events -n " + situation.summary().namespace() + " --field-selector involvedObject.name="
                + container.pod();
    }

    private static Cause unexplained(Situation situation) {
        List<String> evidence = new ArrayList<>(evidence(situation.summary()));
        Optional<EventView> eviction = Evictions.ofEnded(situation);
        if (eviction.isPresent()) {
            evidence.add(eviction.get().line());
            return Cause.of(
                    Cause.Kind.FAILED,
                    Evictions.sentence(eviction.get()) + ", and its failure policy does not restart evicted pods",
                    evidence,
                    "let the failurePolicy of the runtime's JobSet restart it (maxRestarts), or give it a higher priority class");
        }
        evidence.addAll(ofPods(situation));
        boolean gone = situation.objects().pods().isEmpty();
        return Cause.of(
                Cause.Kind.FAILED,
                gone
                        ? "it has failed, and no pod is left that tells why"
                        : "it has failed, and no container of its pods has",
                evidence,
                gone
                        ? "look at its events, and for its lines where your logs are kept: kubectl events"
                                + situation.eventsOption()
                        : "look at the events: kubectl events" + situation.eventsOption());
    }

    /** What the condition says. */
    private static List<String> evidence(JobSummary job) {
        String text = job.reason().isEmpty() || job.message().isEmpty()
                ? job.reason() + job.message()
                : job.reason() + ": " + job.message();
        return text.isEmpty() ? List.of() : List.of(text);
    }

    /** What is said of pods as a whole, such as that they were evicted. */
    private static List<String> ofPods(Situation situation) {
        return situation.nodes().stream()
                .filter(node -> node.phase().equals("Failed") && !node.reason().isEmpty())
                .limit(3)
                .map(EndCauses::line)
                .toList();
    }

    private static String line(NodeView node) {
        return "pod " + node.pod() + ": " + node.reason() + (node.message().isEmpty() ? "" : ": " + node.message());
    }
}
