package io.trainyard.core.why;

import com.google.re2j.Matcher;
import io.trainyard.core.view.Cause;
import io.trainyard.core.view.ContainerView;
import io.trainyard.core.view.NodeView;
import io.trainyard.foundation.regex.LinearPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether a pod waits for a Secret, a ConfigMap or a claim that is not there. Pure. */
final class ReferenceCauses {
    private static final LinearPattern KEY =
            LinearPattern.of("couldn't find key (\\S+) in (?:([Ss]ecret)|[Cc]onfig[Mm]ap) \"?([^\\s\"]+)");
    /** The name becomes part of a command that somebody may copy into his shell, so it holds nothing but letters of names. */
    private static final LinearPattern OBJECT = LinearPattern.of(
            "\\b(secret|configmap|persistentvolumeclaim)s? \"([A-Za-z0-9][-A-Za-z0-9_./]*)\" (?:is )?(not found|being deleted)");

    private static final String UNBOUND = "unbound immediate PersistentVolumeClaims";

    /** What somebody said of a pod. */
    private record Word(NodeView node, String text) {}

    private ReferenceCauses() {}

    static Optional<Cause> of(Situation situation) {
        if (situation.trains()) {
            return Optional.empty();
        }
        return situation.nodes().stream()
                .filter(node -> node.phase().equals("Pending"))
                .flatMap(node -> words(situation, node))
                .flatMap(word -> cause(situation, word).stream())
                .findFirst();
    }

    /** Whether a pod has failed because what it refers to did not come in time. */
    static Optional<Cause> ofFailed(Situation situation) {
        return situation.nodes().stream()
                .filter(node -> node.phase().equals("Failed"))
                .flatMap(node -> cause(situation, new Word(node, node.message())).stream())
                .findFirst();
    }

    /** All that is said of why a pod waits: by its containers, by the scheduler, by the newest warnings. */
    private static Stream<Word> words(Situation situation, NodeView node) {
        List<String> texts = new ArrayList<>();
        node.containers().stream()
                .filter(container -> container.state() == ContainerView.State.WAITING)
                .map(ContainerView::message)
                .forEach(texts::add);
        SchedulerWords.of(situation.objects(), node).ifPresent(texts::add);
        situation
                .warnings(List.of("Pod"))
                .filter(event ->
                        event.object().equals(node.pod()) && event.reason().startsWith("Failed"))
                .map(event -> event.message())
                .limit(3)
                .forEach(texts::add);
        return texts.stream().map(text -> new Word(node, text));
    }

    private static Optional<Cause> cause(Situation situation, Word word) {
        Matcher key = KEY.matcher(word.text());
        if (key.find()) {
            boolean secret = key.group(2) != null;
            return Optional.of(Cause.of(
                    secret ? Cause.Kind.SECRET_MISSING : Cause.Kind.CONFIG_MAP_MISSING,
                    (secret ? "Secret " : "ConfigMap ") + key.group(3) + " has no key " + key.group(1) + ", which pod "
                            + word.node().pod() + " needs",
                    List.of(word.text()),
                    "add the key; the pod starts by itself then"));
        }
        Matcher object = OBJECT.matcher(word.text());
        if (object.find()) {
            return Optional.of(missing(situation, word, object));
        }
        if (word.text().contains(UNBOUND)) {
            return Optional.of(Cause.of(
                    Cause.Kind.CLAIM_MISSING,
                    unbound(situation, word.node()),
                    List.of(word.text()),
                    "see which claim is Pending and why: kubectl describe pvc -n "
                            + situation.summary().namespace()));
        }
        return Optional.empty();
    }

    /** Who has one claim need not look for it. */
    private static String unbound(Situation situation, NodeView node) {
        List<String> claims = situation.objects().pods().stream()
                .filter(pod -> node.pod().equals(pod.getMetadata().getName()) && pod.getSpec() != null)
                .flatMap(pod -> pod.getSpec().getVolumes().stream())
                .flatMap(volume -> Stream.ofNullable(volume.getPersistentVolumeClaim()))
                .map(claim -> claim.getClaimName())
                .toList();
        return switch (claims.size()) {
            case 0 -> "a claim of pod " + node.pod() + " has no volume yet";
            case 1 -> "PersistentVolumeClaim " + claims.get(0) + " of pod " + node.pod() + " has no volume yet";
            default ->
                "one of the claims " + String.join(", ", claims) + " of pod " + node.pod() + " has no volume yet";
        };
    }

    private static Cause missing(Situation situation, Word word, Matcher object) {
        String name = object.group(2);
        String namespace = situation.summary().namespace();
        boolean deleted = object.group(3).equals("being deleted");
        String state = deleted ? " is being deleted" : " does not exist in namespace " + namespace;
        String needed = ", and pod " + word.node().pod() + " needs it";
        return switch (object.group(1)) {
            case "secret" ->
                Cause.of(
                        Cause.Kind.SECRET_MISSING,
                        "Secret " + name + state + needed,
                        List.of(word.text()),
                        "create it; the pod starts by itself then: kubectl create secret generic " + name + " -n "
                                + namespace + " --from-literal=KEY=VALUE");
            case "configmap" ->
                Cause.of(
                        Cause.Kind.CONFIG_MAP_MISSING,
                        "ConfigMap " + name + state + needed,
                        List.of(word.text()),
                        "create it; the pod starts by itself then: kubectl create configmap " + name + " -n "
                                + namespace + " --from-file=FILE");
            default ->
                Cause.of(
                        Cause.Kind.CLAIM_MISSING,
                        "PersistentVolumeClaim " + name + state + needed,
                        List.of(word.text()),
                        "create the claim, or name another one; there are: kubectl get pvc -n " + namespace);
        };
    }
}
