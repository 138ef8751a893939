package io.trainyard.core.why;

import io.trainyard.core.status.EventDraft;
import io.trainyard.core.view.Cause;
import io.trainyard.core.view.EventView;
import io.trainyard.core.view.JobDetails;
import io.trainyard.core.view.NodeView;
import io.trainyard.core.view.StepView;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.time.Rfc3339;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Why the scheduler does not place a gang. Pure. */
final class GangCauses {
    /** Reasons of events about a PodGroup by which its scheduler says why it waits. */
    private static final Set<String> WAITS = Set.of("Unschedulable", "NotReady", "StaleJob");

    private static final LinearPattern GAP =
            LinearPattern.of("(?:^|[^-A-Za-z0-9_./])([A-Za-z0-9][-A-Za-z0-9_./]*):\\{\\{");

    /** A pod that still exists this long after its grace period does not go by itself. */
    private static final Duration STUCK_AFTER = Duration.ofSeconds(30);

    /** When no pod was created for this long, missing ones are not being created: a Job does not replace a pod that has succeeded. */
    private static final Duration CREATION_TIME = Duration.ofMinutes(2);

    private GangCauses() {}

    /** What schedulers say of PodGroups of the job that wait; empty when they say nothing. */
    static List<String> words(Situation situation) {
        Instant from = situation.waitingSince().orElse(Instant.EPOCH);
        Stream<String> ofEvents = situation.events().stream()
                .filter(event -> event.kind().equals("PodGroup")
                        && WAITS.contains(event.reason())
                        && !event.at().isBefore(from))
                .sorted(Comparator.comparing(EventView::at).reversed())
                .map(EventView::line)
                .limit(5);
        return Stream.of(
                        PodGroups.problem(situation).stream(),
                        situation.heard().stream().flatMap(List::stream),
                        ofEvents)
                .flatMap(all -> all)
                .toList();
    }

    /**
     * The newest {@code GangUnschedulable} event of the controller, which may read more than the user. Anybody may write an event, and it outlives its reason; so
     * it counts only while the status says the same. Empty in the controller itself, and where the user's own view shows the same with other numbers or details.
     *
     * @param seen what the user sees
     */
    static Optional<Cause> ofController(Situation situation, Optional<Cause> seen) {
        boolean isController = situation.heard().isPresent();
        if (isController) {
            return Optional.empty();
        }
        String state = EventDraft.withoutNumbers(Objects.requireNonNullElse(
                situation.objects().trainJob().statusOrEmpty().state(), ""));
        return situation.events().stream()
                .filter(event -> event.kind().equals("TrainJob")
                        && event.reason().equals(Cause.Kind.GANG_UNSCHEDULABLE.reason())
                        && EventDraft.withoutNumbers(situation.state().with(sentence(event)))
                                .equals(state))
                .reduce((earlier, later) -> later)
                .filter(event -> seen.map(cause -> kind(cause.message()))
                        .filter(kind(sentence(event))::equals)
                        .isEmpty())
                .map(event -> cause(
                        sentence(event),
                        List.of(event.line()),
                        "do what this event of the controller says: kubectl events" + situation.eventsOption()));
    }

    /** An event of the controller is a sentence and an advice. */
    private static String sentence(EventView event) {
        return before(". ", event.message());
    }

    /** Details come after a colon. */
    private static String kind(String message) {
        return EventDraft.withoutNumbers(before(": ", message));
    }

    private static String before(String mark, String text) {
        int end = text.indexOf(mark);
        return end < 0 ? text : text.substring(0, end);
    }

    /**
     * True while pods are created or those of an earlier attempt go: what a scheduler says of a gang then is true, and of no interest a moment later.
     */
    static boolean isUnsettled(Situation situation) {
        return JobDetails.nodes(situation.objects()).stream()
                        .anyMatch(node -> node.deleting() && !isStuck(situation, node))
                || situation.steps().stream().anyMatch(step -> isHalfMade(situation, step));
    }

    private static boolean isHalfMade(Situation situation, StepView step) {
        List<NodeView> made = situation.nodes().stream()
                .filter(node -> node.step().equals(step.name()))
                .toList();
        Instant recent = situation.objects().now().minus(CREATION_TIME);
        return made.size() < step.pods()
                && made.stream().anyMatch(node -> node.created().isAfter(recent));
    }

    /** The API server gives as the time of a deletion that at which the grace period ends. */
    private static boolean isStuck(Situation situation, NodeView node) {
        return situation.objects().pods().stream()
                .filter(pod -> node.pod().equals(pod.getMetadata().getName()))
                .flatMap(pod -> Rfc3339.parse(pod.getMetadata().getDeletionTimestamp()).stream())
                .anyMatch(end ->
                        end.plus(STUCK_AFTER).isBefore(situation.objects().now()));
    }

    /**
     * The cause; the first of: an obstacle that no waiting removes, a gang that has become too small, an eviction, any other obstacle, too little room.
     *
     * @param waiting pods without a machine; empty when there are none yet
     * @param evidence the scheduler's words
     */
    static Cause of(Situation situation, List<NodeView> waiting, List<String> evidence) {
        Optional<GangMembership> gang = SchedulingCauses.membership(situation, waiting);
        Optional<GangWords.Obstacle> obstacle = GangWords.of(
                evidence,
                new GangWords.Place(
                        gang.map(GangMembership::scheduler).or(() -> scheduler(situation)),
                        situation.summary().namespace()));
        Optional<EventView> eviction = Evictions.ofWaiting(situation);
        return obstacle.filter(GangWords.Obstacle::lasting)
                .map(found -> cause(found.message(), evidence, found.advice()))
                .or(() -> gang.flatMap(member -> ShrunkenGang.of(situation, member, evidence))
                        .map(shrunken -> shrunken.cause(situation, evidence)))
                .or(() -> eviction.map(event -> evicted(event, obstacle, evidence)))
                .or(() -> obstacle.map(found -> cause(found.message(), evidence, found.advice())))
                .orElseGet(() -> withoutRoom(situation, evidence));
    }

    private static Cause evicted(EventView event, Optional<GangWords.Obstacle> obstacle, List<String> words) {
        List<String> evidence = new ArrayList<>();
        evidence.add(event.line());
        evidence.addAll(words);
        return cause(
                Evictions.sentence(event) + ", and it waits for room again"
                        + obstacle.map(found -> ": " + found.message()).orElse(""),
                evidence,
                obstacle.map(GangWords.Obstacle::advice)
                        .orElse("wait until enough is free, or give the job a higher priority class"));
    }

    private static Cause cause(String message, List<String> evidence, String advice) {
        return Cause.of(Cause.Kind.GANG_UNSCHEDULABLE, message, evidence, advice);
    }

    /** Where no pod tells, the kind of the PodGroup does; empty for a vendor's. */
    private static Optional<GangMembership.Scheduler> scheduler(Situation situation) {
        return situation.objects().addOns().stream()
                .filter(object -> "PodGroup".equals(object.getKind()) && object.getApiVersion() != null)
                .flatMap(object -> Stream.of(GangMembership.Scheduler.values())
                        .filter(scheduler -> object.getApiVersion().startsWith(scheduler.group() + "/")))
                .findFirst();
    }

    private static Cause withoutRoom(Situation situation, List<String> evidence) {
        long placed = situation.nodes().stream()
                .filter(node -> node.host().isPresent())
                .count();
        int all = situation.nodes().size();
        Optional<NodeConstraints> constraints = evidence.stream()
                .flatMap(text -> NodeConstraints.of(text).stream())
                .findFirst();
        String because = constraints
                .map(found -> ": of " + found.total() + " machines " + found.sentence())
                .or(() -> missing(evidence))
                .orElse("");
        return cause(
                "the pods start only together, and there is room for "
                        + (placed == 0 ? "too few of them" : placed + " of " + all) + because,
                evidence,
                "wait until enough is free, ask for fewer or smaller nodes, or add machines");
    }

    /** The coscheduling plugin names the resources of which a whole gang has too little, in the form in which Go prints them. */
    private static Optional<String> missing(List<String> evidence) {
        return evidence.stream()
                .filter(text -> text.contains("resource gap: map["))
                .findFirst()
                .map(text -> String.join(", ", GAP.groupsIn(text.substring(text.indexOf("resource gap: map[")))))
                .filter(names -> !names.isEmpty())
                .map(names -> ": all machines together have too little " + names + " free");
    }
}
