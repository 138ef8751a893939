package io.trainyard.core.why;

import com.google.re2j.Matcher;
import io.trainyard.core.view.Cause;
import io.trainyard.foundation.regex.LinearPattern;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Tells from the words of a refusal who refused what. The words stand in events, which anybody may write: each rule looks at a letter a few times at most.
 * Pure.
 */
final class Refusals {
    /**
     * What was refused.
     *
     * @param message a sentence without a stop
     * @param advice what to do
     */
    record Refusal(Cause.Kind kind, String message, String advice) {}

    /** Becomes part of a command that somebody may copy into his shell, so it holds nothing but letters of names. */
    private static final String NAME = "([A-Za-z0-9][-A-Za-z0-9_./]*)";

    private record Rule(LinearPattern words, BiFunction<Matcher, String, Refusal> reading) {}

    private static final List<Rule> RULES = List.of(
            rule(
                    "exceeded quota: " + NAME + ", requested: (\\S+), used: (\\S+), limited: ([^;\\s]+)",
                    (found, namespace) -> new Refusal(
                            Cause.Kind.QUOTA,
                            "ResourceQuota " + found.group(1) + " has no room for its next pod, which asks for "
                                    + QuotaAmounts.sentence(found.group(2), found.group(3), found.group(4)),
                            "wait, delete what holds it, ask for less, or have the quota raised: kubectl describe resourcequota "
                                    + found.group(1) + " -n " + namespace)),
            rule(
                    "failed quota: ([^:]+): must specify (.+)",
                    (found, namespace) -> new Refusal(
                            Cause.Kind.QUOTA,
                            "ResourceQuota " + found.group(1) + " takes only pods that say how much they need: "
                                    + found.group(2).strip() + " is missing",
                            "state it in spec.trainer.resourcesPerNode, and for initializers in the runtime")),
            rule(
                    "failed calling webhook \"([^\"]+)\": ?(.*)",
                    (found, namespace) -> new Refusal(
                            Cause.Kind.REFUSED,
                            "the webhook " + found.group(1)
                                    + " does not answer, so the API server refuses what it should check",
                            "have the service behind that webhook mended; it is tried again by itself: "
                                    + found.group(2))),
            rule(
                    "admission webhook \"([^\"]+)\" denied the request:? ?(.*)",
                    (found, namespace) -> new Refusal(
                            Cause.Kind.REFUSED,
                            "the webhook " + found.group(1) + " refuses it: " + found.group(2),
                            "change what the webhook names, or ask those who run it")),
            rule(
                    "ValidatingAdmissionPolicy '([^']+)'(?: with binding '[^']*')? denied request: ?(.*)",
                    (found, namespace) -> new Refusal(
                            Cause.Kind.REFUSED,
                            "the policy " + found.group(1) + " refuses it: " + found.group(2),
                            "change what the policy names, or ask who wrote it")),
            rule(
                    "violates PodSecurity \"([^\"]+)\": (.*)",
                    (found, namespace) -> new Refusal(
                            Cause.Kind.REFUSED,
                            "the namespace takes only pods of the security level " + found.group(1) + ": "
                                    + found.group(2),
                            "set the security context in the runtime, or label the namespace with another level")),
            rule(
                    "serviceaccount \"" + NAME + "\" not found",
                    (found, namespace) -> new Refusal(
                            Cause.Kind.REFUSED,
                            "its pods want the ServiceAccount " + found.group(1) + ", which does not exist",
                            ForAdministrators.advice(
                                    "create it, or name another one",
                                    "kubectl create serviceaccount " + found.group(1) + " -n " + namespace))),
            rule(
                    "there is no (ClusterTrainingRuntime|TrainingRuntime) ([^\\s:;,]+)",
                    (found, namespace) -> new Refusal(
                            Cause.Kind.RUNTIME_MISSING,
                            "its runtime does not exist: there is no " + found.group(1) + " " + found.group(2),
                            "create it, or see which there are: kubectl get "
                                    + (found.group(1).startsWith("Cluster")
                                            ? "clustertrainingruntimes"
                                            : "trainingruntimes -n " + namespace))),
            rule(
                    "no plugin named \"([^\"]+)\" is loaded",
                    (found, namespace) -> new Refusal(
                            Cause.Kind.PLUGIN_MISSING,
                            "it needs the plugin " + found.group(1) + ", which the controller has not loaded",
                            "put the plugin's jar into the controller's folder of plugins; \"trainyard plugins\" lists what is there")),
            rule(
                    "does not serve kind (\\S+) of ([^;\\s]+)",
                    (found, namespace) -> new Refusal(
                            Cause.Kind.PLUGIN_MISSING,
                            "it needs the kind " + found.group(1) + " of " + found.group(2)
                                    + ", which this cluster does not have",
                            "install the add-on that brings this kind")),
            rule(
                    "(?:^|[\\s:])(?:the kind )?([^\\s:]+) is not installed",
                    (found, namespace) -> new Refusal(
                            Cause.Kind.PLUGIN_MISSING,
                            "it needs " + found.group(1) + ", which is not installed in this cluster",
                            "install the add-on that brings it, or select no gang scheduler")),
            rule(
                    "\\b([A-Za-z][A-Za-z0-9.-]*) \"([^\"]+)\" is invalid: (.*)",
                    (found, namespace) -> new Refusal(
                            Cause.Kind.REFUSED,
                            // Each pod that is tried has a name of its own.
                            "the API server finds "
                                    + (found.group(1).equals("Pod")
                                            ? "its pods"
                                            : found.group(1) + " " + found.group(2))
                                    + " invalid: " + found.group(3),
                            "change that field in the runtime, or where the TrainJob sets it")),
            rule(
                    "is forbidden: (.*)",
                    (found, namespace) -> new Refusal(
                            Cause.Kind.REFUSED,
                            "the API server refuses it: " + found.group(1),
                            "ask who administers the cluster for the right, or do without")));

    private Refusals() {}

    private static Rule rule(String words, BiFunction<Matcher, String, Refusal> reading) {
        return new Rule(LinearPattern.of("(?s)" + words), reading);
    }

    /**
     * Reads the words of a refusal; empty when they are of no known kind.
     *
     * @param namespace of what was refused
     */
    static Optional<Refusal> of(String words, String namespace) {
        for (Rule rule : RULES) {
            Matcher matcher = rule.words().matcher(words);
            if (matcher.find()) {
                return Optional.of(rule.reading().apply(matcher, namespace));
            }
        }
        return Optional.empty();
    }
}
