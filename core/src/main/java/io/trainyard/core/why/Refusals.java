package io.trainyard.core.why;

import io.trainyard.core.view.Cause;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells from the words of a refusal who refused what. Pure. */
final class Refusals {
    /**
     * What was refused.
     *
     * @param message a sentence without a stop
     * @param advice what to do
     */
    record Refusal(Cause.Kind kind, String message, String advice) {}

    private record Rule(Pattern words, Function<Matcher, Refusal> reading) {}

    private static final List<Rule> RULES = List.of(
            rule(
                    "exceeded quota: ([^,\\s]+), requested: (.+?), used: (.+?), limited: ([^;]+)",
                    found -> new Refusal(
                            Cause.Kind.QUOTA,
                            "ResourceQuota " + found.group(1) + " has no room for its pods: they ask for "
                                    + found.group(2) + ", used is " + found.group(3) + " of "
                                    + found.group(4).strip(),
                            "wait, delete what holds it, ask for less, or raise the quota")),
            rule(
                    "failed quota: ([^:]+): must specify (.+)",
                    found -> new Refusal(
                            Cause.Kind.QUOTA,
                            "ResourceQuota " + found.group(1) + " takes only pods that state "
                                    + found.group(2).strip(),
                            "state it in spec.trainer.resourcesPerNode")),
            rule(
                    "failed calling webhook \"([^\"]+)\": ?(.*)",
                    found -> new Refusal(
                            Cause.Kind.REFUSED,
                            "the webhook " + found.group(1) + " cannot be asked, so the API server takes nothing",
                            "see whether the service behind that webhook runs: " + found.group(2))),
            rule(
                    "admission webhook \"([^\"]+)\" denied the request:? ?(.*)",
                    found -> new Refusal(
                            Cause.Kind.REFUSED,
                            "the webhook " + found.group(1) + " refuses it: " + found.group(2),
                            "change what the webhook names, or ask who runs it")),
            rule(
                    "ValidatingAdmissionPolicy '([^']+)'.* denied request: ?(.*)",
                    found -> new Refusal(
                            Cause.Kind.REFUSED,
                            "the policy " + found.group(1) + " refuses it: " + found.group(2),
                            "change what the policy names, or ask who wrote it")),
            rule(
                    "violates PodSecurity \"([^\"]+)\": (.*)",
                    found -> new Refusal(
                            Cause.Kind.REFUSED,
                            "the namespace takes only pods of the security level " + found.group(1) + ": "
                                    + found.group(2),
                            "set the security context in the runtime, or label the namespace with another level")),
            rule(
                    "serviceaccount \"([^\"]+)\" not found",
                    found -> new Refusal(
                            Cause.Kind.REFUSED,
                            "its pods want the ServiceAccount " + found.group(1) + ", which does not exist",
                            "create the ServiceAccount, or name another one")),
            rule(
                    "there is no (ClusterTrainingRuntime|TrainingRuntime) (\\S+)",
                    found -> new Refusal(
                            Cause.Kind.RUNTIME_MISSING,
                            "its runtime does not exist: there is no " + found.group(1) + " " + found.group(2),
                            "create it, or see which there are: kubectl get "
                                    + (found.group(1).startsWith("Cluster")
                                            ? "clustertrainingruntimes"
                                            : "trainingruntimes"))),
            rule(
                    "no plugin named \"([^\"]+)\" is loaded",
                    found -> new Refusal(
                            Cause.Kind.PLUGIN_MISSING,
                            "it needs the plugin " + found.group(1) + ", which the controller has not loaded",
                            "put the plugin's jar into the controller's folder of plugins; \"trainyard plugins\" lists what is there")),
            rule(
                    "does not serve kind (\\S+) of ([^;\\s]+)",
                    found -> new Refusal(
                            Cause.Kind.PLUGIN_MISSING,
                            "it needs the kind " + found.group(1) + " of " + found.group(2)
                                    + ", which this cluster does not have",
                            "install the add-on that brings this kind")),
            rule(
                    "(?:^|[\\s:])(?:the kind )?(\\S+) is not installed",
                    found -> new Refusal(
                            Cause.Kind.PLUGIN_MISSING,
                            "it needs " + found.group(1) + ", which is not installed in this cluster",
                            "install the add-on that brings it, or select no gang scheduler")),
            rule(
                    "is forbidden: (.*)",
                    found -> new Refusal(
                            Cause.Kind.REFUSED,
                            "the API server refuses it: " + found.group(1),
                            "ask who administers the cluster for the right, or do without")));

    private Refusals() {}

    private static Rule rule(String words, Function<Matcher, Refusal> reading) {
        return new Rule(Pattern.compile(words, Pattern.DOTALL), reading);
    }

    /** Reads the words of a refusal; empty when they are of no known kind. */
    static Optional<Refusal> of(String words) {
        for (Rule rule : RULES) {
            Matcher matcher = rule.words().matcher(words);
            if (matcher.find()) {
                return Optional.of(rule.reading().apply(matcher));
            }
        }
        return Optional.empty();
    }
}
