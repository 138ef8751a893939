package io.trainyard.launcher.judgement;

import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;

/**
 * What an API server answers.
 *
 * @param code HTTP status
 * @param message why it is refused; empty when it is not
 * @param warnings in the order in which they came
 */
record Verdict(int code, String message, List<String> warnings) {
    /** The verdicts of a real API server with our definitions and webhooks, by the names of the inputs. */
    static Map<String, Verdict> recorded() {
        Map<String, Verdict> verdicts = new java.util.LinkedHashMap<>();
        Input.read("/judgement/verdicts.yaml").forEach((name, tree) -> verdicts.put(name, of(tree)));
        return verdicts;
    }

    private static Verdict of(Object tree) {
        return new Verdict(
                (int) Tree.integer(0, tree, "code"),
                Tree.text(tree, "message"),
                Tree.list(tree, "warnings").stream().map(String::valueOf).toList());
    }

    Map<String, Object> toTree() {
        Map<String, Object> tree = Tree.of("code", (long) code);
        if (!message.isEmpty()) {
            tree.put("message", message);
        }
        if (!warnings.isEmpty()) {
            tree.put("warnings", List.copyOf(warnings));
        }
        return tree;
    }
}
