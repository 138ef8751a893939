package io.trainyard.core.why;

import com.google.re2j.Matcher;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.regex.PlainText;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Tells from a scheduler's words why it does not place a gang. The words stand in events, which anybody may write: each rule looks at a letter a few
 * times at most, and takes only names into what it advises. Pure.
 */
final class GangWords {
    /**
     * What keeps a gang.
     *
     * @param message a sentence without a stop
     * @param advice what to do
     * @param lasting whether it stays so however long one waits
     */
    record Obstacle(String message, String advice, boolean lasting) {}

    /**
     * Where the gang is, for advice.
     *
     * @param scheduler who places it; empty for one whose kinds are not known
     */
    record Place(Optional<GangMembership.Scheduler> scheduler, String namespace) {
        /** How to look at queues, after an advice; empty where nobody knows. */
        String queues(String option) {
            return scheduler
                    .map(known -> ForAdministrators.advice("", "kubectl get " + known.queues() + option))
                    .orElse("");
        }
    }

    private record Rule(LinearPattern words, BiFunction<Matcher, Place, Obstacle> reading) {}

    private static final String NAME = "([A-Za-z0-9][-A-Za-z0-9_./]*)";
    private static final String AMOUNT = "([0-9]{1,15}(?:[.][0-9]{1,15})?)";
    private static final LinearPattern LACKING = LinearPattern.of("(?:insufficient|overused) " + NAME + "\\b");

    /** Each comes with a sentence that it reads, and with who says so. */
    private static final List<Rule> RULES = List.of(
            // KAI 0.17: Queue 'a' does not exist. Plugin volcano: queue a does not exist
            rule(
                    "[Qq]ueue '?" + NAME + "'? does not exist",
                    (found, place) -> lasting(
                            "its queue " + found.group(1) + " does not exist",
                            "create it, or name one that exists" + place.queues(""))),
            // Plugin volcano: queue a is Closed
            rule(
                    "queue " + NAME + " is (Closed|Closing|Unknown)\\b",
                    (found, place) -> lasting(
                            "queue " + found.group(1) + " is " + found.group(2) + " and accepts no gangs",
                            "ask its owner to open it, or name another queue" + place.queues(""))),
            // Plugins volcano and kai: queue a has child queues (b, c)
            rule(
                    "queue " + NAME + " has child queues \\((" + NAME + "(?:, " + NAME + ")*)\\)",
                    (found, place) -> lasting(
                            "its queue " + found.group(1)
                                    + " has child queues, and only queues without children take jobs",
                            "name a queue without children: " + found.group(2))),
            // Plugin volcano: queue a allows at most 4 nvidia.com/gpu, and the gang asks for 8
            rule(
                    "queue " + NAME + " allows at most (\\S+) (\\S+), and the gang asks for (\\S+)",
                    (found, place) -> beyondLimit(
                            found.group(1),
                            found.group(2) + " " + found.group(3),
                            PlainText.withoutEnd(found.group(4), "."),
                            place)),
            // KAI 0.17: a quota has reached the allowable limit of GPUs. Limit is 8 GPUs, currently 6 GPUs allocated
            // and workload requested 4 GPUs
            rule(
                    NAME + " quota has reached the allowable limit of [^.]*[.] Limit is " + AMOUNT
                            + " ([A-Za-z]+)[^,]*, currently " + AMOUNT + " [^.]*requested " + AMOUNT,
                    (found, place) -> isMore(found.group(5), found.group(2))
                            ? beyondLimit(found.group(1), found.group(2) + " " + found.group(3), found.group(5), place)
                            : full(
                                    "queue " + found.group(1) + " is full: of its " + found.group(2) + " "
                                            + found.group(3) + " " + found.group(4)
                                            + " are in use, and the gang asks for "
                                            + found.group(5),
                                    place)),
            // KAI 0.17: Workload requested 8 GPUs, but a quota is 4 GPUs, while 2 GPUs are already allocated for
            // non-preemptible pods.
            rule(
                    "Workload requested " + AMOUNT + " ([A-Za-z]+)[^,]*, but " + NAME + " quota is " + AMOUNT
                            + " [^,]*, while " + AMOUNT,
                    (found, place) -> new Obstacle(
                            "queue " + found.group(3) + " has a quota of " + found.group(4) + " " + found.group(2)
                                    + " for jobs that may not be evicted, " + found.group(5)
                                    + " are in use, and the gang asks for " + found.group(1),
                            "wait, let the job be preemptible (a priority class below 100, or the label kai.scheduler/preemptibility), or have the quota raised",
                            false)),
            // KAI 0.17: Requested topology a does not exist.
            rule(
                    "Requested topology " + NAME + " does not exist",
                    (found, place) -> lasting(
                            "the topology " + found.group(1) + " that it asks for does not exist",
                            ForAdministrators.advice(
                                    "create it, or name one that exists", "kubectl get topologies.kai.scheduler"))),
            // Volcano 1.16: queue resource quota insufficient: insufficient cpu, insufficient nvidia.com/gpu
            rule(
                    "queue resource quota insufficient([^;]*)",
                    (found, place) -> full("its queue is full" + lacking(found.group(1)), place)),
            // Volcano 1.16: resource quota insufficient, requested: map[…], used: map[…], limited: map[…]
            rule(
                    "resource quota insufficient, requested: ",
                    (found, place) -> new Obstacle(
                            "a ResourceQuota of its namespace has no room for all of its pods together",
                            "wait, ask for less, or have the quota raised: kubectl describe resourcequota -n "
                                    + place.namespace(),
                            false)),
            // Volcano 1.16: resource in cluster is overused: overused cpu
            rule(
                    "resource in cluster is overused([^;]*)",
                    (found, place) -> new Obstacle(
                            "the cluster is full" + lacking(found.group(1)),
                            "wait until enough is free, ask for fewer or smaller nodes, or add machines",
                            false)));

    private GangWords() {}

    private static Rule rule(String words, BiFunction<Matcher, Place, Obstacle> reading) {
        return new Rule(LinearPattern.of("(?s)" + words), reading);
    }

    /** The first of the obstacles that the words of a scheduler tell, those that no waiting overcomes first; empty when they tell none. */
    static Optional<Obstacle> of(List<String> words, Place place) {
        List<Obstacle> found = RULES.stream()
                .flatMap(rule -> words.stream().flatMap(text -> {
                    Matcher matcher = rule.words().matcher(text);
                    return matcher.find()
                            ? Optional.of(rule.reading().apply(matcher, place)).stream()
                            : Optional.<Obstacle>empty().stream();
                }))
                .toList();
        return found.stream().filter(Obstacle::lasting).findFirst().or(() -> found.stream()
                .findFirst());
    }

    private static Obstacle lasting(String message, String advice) {
        return new Obstacle(message, advice, true);
    }

    private static Obstacle beyondLimit(String queue, String limit, String wanted, Place place) {
        return lasting(
                "it can never start: queue " + queue + " allows at most " + limit + ", and the gang asks for " + wanted,
                "ask for fewer or smaller nodes, name another queue, or have its limit raised"
                        + place.queues(" " + queue + " -o yaml"));
    }

    private static Obstacle full(String message, Place place) {
        return new Obstacle(
                message,
                "wait until jobs of this queue end, ask for less, or name another queue" + place.queues(""),
                false);
    }

    private static String lacking(String words) {
        List<String> names = LACKING.groupsIn(words);
        return names.isEmpty() ? "" : ": too little " + String.join(", ", names) + " is left";
    }

    private static boolean isMore(String wanted, String allowed) {
        return new BigDecimal(wanted).compareTo(new BigDecimal(allowed)) > 0;
    }
}
