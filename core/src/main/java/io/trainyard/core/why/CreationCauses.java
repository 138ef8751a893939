package io.trainyard.core.why;

import io.trainyard.core.view.Cause;
import io.trainyard.core.view.EventView;
import io.trainyard.core.view.QuotaHolder;
import io.trainyard.foundation.regex.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Why something that a job is made of does not exist: its JobSet, its pods. What the API server said stands in events. Pure. */
final class CreationCauses {
    private static final int MAX_HOLDERS = 5;

    /** Letters of a message that a sentence takes in. */
    private static final int MAX_WORDS = 200;

    private static final List<String> OF_THE_JOB = List.of("TrainJob");
    private static final List<String> OF_PODS = List.of("JobSet", "Job");

    private CreationCauses() {}

    static Optional<Cause> of(Situation situation) {
        if (situation.trains()) {
            return Optional.empty();
        }
        if (situation.objects().jobSet().isEmpty() && situation.nodes().isEmpty()) {
            return situation
                    .warnings(OF_THE_JOB)
                    .filter(event -> !event.reason().equals(SchedulingCauses.GANG_EVENT))
                    .findFirst()
                    .map(event -> Refusals.of(
                                    event.message(), situation.summary().namespace())
                            .map(refusal -> cause(situation, event, refusal))
                            .orElseGet(() -> notBuilt(event)));
        }
        return situation
                .warnings(OF_PODS)
                .filter(event -> lacksPods(situation, event))
                .flatMap(event ->
                        Refusals.of(event.message(), situation.summary().namespace())
                                .map(refusal -> cause(situation, event, refusal))
                                .stream())
                .findFirst();
    }

    /** Events stay when their reason is gone: what was refused once may have been made since. */
    private static boolean lacksPods(Situation situation, EventView event) {
        if (event.kind().equals("JobSet")) {
            return situation.nodes().isEmpty();
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

    private static Cause notBuilt(EventView event) {
        return Cause.of(
                Cause.Kind.NOT_BUILT,
                "its objects could not be made: " + inShort(event.message()),
                List.of(line(event)),
                "do what the message says; it is tried again by itself");
    }

    /** The words that tell apart, as part of a sentence. */
    private static String inShort(String message) {
        String told = PlainText.withoutStart(message, "TrainJob resources reconciliation failed: ")
                .strip();
        String cut = told.length() > MAX_WORDS ? told.substring(0, MAX_WORDS) + "…" : told;
        return cut.endsWith(".") ? cut.substring(0, cut.length() - 1) : cut;
    }

    private static String line(EventView event) {
        return event.kind() + " " + event.object() + ": " + event.reason() + ": " + event.message()
                + (event.count() > 1 ? " (" + event.count() + " times)" : "");
    }
}
