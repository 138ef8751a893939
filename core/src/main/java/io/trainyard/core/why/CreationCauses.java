package io.trainyard.core.why;

import io.trainyard.core.view.Cause;
import io.trainyard.core.view.EventView;
import io.trainyard.core.view.QuotaHolder;
import io.trainyard.core.view.StepView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Why something that a job is made of does not exist: its JobSet, its pods. What the API server said stands in events. Pure. */
final class CreationCauses {
    private static final List<String> OF_THE_JOB = List.of("TrainJob");
    private static final List<String> OF_PODS = List.of("JobSet", "Job");

    private CreationCauses() {}

    static Optional<Cause> of(Situation situation) {
        if (situation.trains() || situation.state().isOver()) {
            return Optional.empty();
        }
        if (situation.objects().jobSet().isEmpty() && situation.nodes().isEmpty()) {
            return situation
                    .warnings(OF_THE_JOB)
                    .filter(event -> !event.reason().equals("GangUnschedulable"))
                    .findFirst()
                    .map(event -> Refusals.of(event.message())
                            .map(refusal -> cause(situation, event, refusal))
                            .orElseGet(() -> notBuilt(event)));
        }
        int wanted = situation.steps().stream()
                .filter(step -> step.state() == StepView.State.WAITING || step.state() == StepView.State.RUNNING)
                .mapToInt(StepView::pods)
                .sum();
        if (situation.nodes().size() >= wanted && wanted > 0) {
            return Optional.empty();
        }
        return situation
                .warnings(OF_PODS)
                .flatMap(event -> Refusals.of(event.message()).map(refusal -> cause(situation, event, refusal)).stream())
                .findFirst();
    }

    private static Cause cause(Situation situation, EventView event, Refusals.Refusal refusal) {
        List<String> evidence = new ArrayList<>();
        evidence.add(line(event));
        if (refusal.kind() != Cause.Kind.QUOTA) {
            return Cause.of(refusal.kind(), refusal.message(), evidence, refusal.advice());
        }
        List<QuotaHolder> holders = situation.objects().holders();
        holders.stream().limit(5).forEach(holder -> evidence.add(SuspensionCauses.line(situation, holder)));
        return Cause.of(
                Cause.Kind.QUOTA, refusal.message() + SuspensionCauses.heldBy(holders), evidence, refusal.advice());
    }

    private static Cause notBuilt(EventView event) {
        return Cause.of(
                Cause.Kind.NOT_BUILT,
                "its objects could not be made",
                List.of(line(event)),
                "do what the message says; it is tried again by itself");
    }

    private static String line(EventView event) {
        return event.kind() + " " + event.object() + ": " + event.reason() + ": " + event.message()
                + (event.count() > 1 ? " (" + event.count() + " times)" : "");
    }
}
