package io.trainyard.core.why;

import io.trainyard.core.plugin.PluginFailure;
import io.trainyard.core.view.Cause;
import io.trainyard.core.view.EventView;
import io.trainyard.core.view.QuotaHolder;
import io.trainyard.core.view.StepView;
import io.trainyard.foundation.regex.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Why something that a job is made of does not exist: its JobSet, its pods. What the API server said stands in events. Pure. */
final class CreationCauses {
    private static final int MAX_HOLDERS = 5;

    /** Letters of a message that a sentence takes in. */
    private static final int MAX_WORDS = 400;

    private static final String OWN = "its objects could not be made: ";
    private static final List<String> OF_THE_JOB = List.of("TrainJob");
    private static final List<String> OF_PODS = List.of("JobSet", "Job");

    private CreationCauses() {}

    static Optional<Cause> of(Situation situation) {
        if (situation.trains()) {
            return Optional.empty();
        }
        boolean nothing =
                situation.objects().jobSet().isEmpty() && situation.nodes().isEmpty();
        Optional<Cause> ofTheJob = situation
                .warnings(OF_THE_JOB)
                .filter(event -> nothing || stillFails(situation, event))
                .findFirst()
                .map(event -> cause(situation, event, OWN));
        return nothing
                ? ofTheJob
                : ofTheJob.or(() -> situation
                        .warnings(OF_PODS)
                        .filter(event -> lacksPods(situation, event))
                        .findFirst()
                        .map(event -> cause(situation, event, "it lacks pods: ")));
    }

    /** Events stay when their reason is gone; what the status says is what the last reconcile found. */
    private static boolean stillFails(Situation situation, EventView event) {
        return situation
                .state()
                .with(ofFailure(event.message(), situation.summary().namespace()))
                .equals(situation.objects().trainJob().statusOrEmpty().state());
    }

    /** What was refused once may have been made since. */
    private static boolean lacksPods(Situation situation, EventView event) {
        if (event.kind().equals("JobSet")) {
            return situation.nodes().isEmpty()
                    || (situation.steps().stream().noneMatch(CreationCauses::isFetching)
                            && situation.steps().stream().anyMatch(step -> lacksPods(situation, step)));
        }
        long made = situation.nodes().stream()
                .filter(node -> node.pod().startsWith(event.object() + "-"))
                .count();
        int wanted = situation.steps().stream()
                .filter(step -> event.object().startsWith(situation.summary().name() + "-" + step.name() + "-"))
                .mapToInt(step -> step.pods())
                .findFirst()
                .orElse(0);
        return made < Math.max(1, wanted);
    }

    private static boolean lacksPods(Situation situation, StepView step) {
        long made = situation.nodes().stream()
                .filter(node -> node.step().equals(step.name()))
                .count();
        return made < Math.max(1, step.pods());
    }

    /** Other Jobs may have to wait for it. */
    private static boolean isFetching(StepView step) {
        return step.role().isInitializer() && step.state() != StepView.State.SUCCEEDED;
    }

    private static Cause cause(Situation situation, EventView event, String what) {
        return Refusals.of(event.message(), situation.summary().namespace())
                .map(refusal -> cause(situation, event, refusal))
                .orElseGet(() -> Cause.of(
                        Cause.Kind.NOT_BUILT,
                        what + inShort(event.message()),
                        List.of(line(event)),
                        PluginFailure.advice(event.message()).orElse("do what the message says")
                                + "; it is tried again by itself"));
    }

    private static Cause cause(Situation situation, EventView event, Refusals.Refusal refusal) {
        List<String> evidence = new ArrayList<>();
        evidence.add(line(event));
        if (refusal.kind() != Cause.Kind.QUOTA) {
            return Cause.of(refusal.kind(), refusal.message(), evidence, refusal.advice());
        }
        List<QuotaHolder> holders = situation.objects().holders();
        holders.stream().limit(MAX_HOLDERS).forEach(holder -> evidence.add(Holders.line(situation, holder)));
        return Cause.of(Cause.Kind.QUOTA, refusal.message() + Holders.named(holders), evidence, refusal.advice());
    }

    /** What the failure of a reconcile says, in a sentence. */
    static String ofFailure(String message, String namespace) {
        return Refusals.of(message, namespace).map(Refusals.Refusal::message).orElseGet(() -> OWN + inShort(message));
    }

    /** The words that tell apart, as part of a sentence. */
    private static String inShort(String message) {
        String told = PlainText.withoutStart(message, "TrainJob resources reconciliation failed: ")
                .strip();
        String cut = told.length() > MAX_WORDS ? told.substring(0, MAX_WORDS) + "…" : told;
        return cut.endsWith(".") ? cut.substring(0, cut.length() - 1) : cut;
    }

    private static String line(EventView event) {
        return event.line() + (event.count() > 1 ? " (" + event.count() + " times)" : "");
    }
}
