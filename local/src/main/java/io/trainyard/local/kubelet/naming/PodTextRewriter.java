package io.trainyard.local.kubelet.naming;

import io.trainyard.foundation.regex.PlainText;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Adapts the texts of one container to a machine where pods have neither names nor file systems of their own.
 *
 * @param spared variables that are left alone
 */
public record PodTextRewriter(PathTable paths, NameRewriter names, Set<String> spared) {
    /** Changes nothing. */
    public static final PodTextRewriter NONE = new PodTextRewriter(
            new PathTable(Map.of()), new NameRewriter(name -> Optional.empty(), port -> port), Set.of());

    /**
     * Puts folders of this machine in place of mount paths.
     *
     * @param variable the variable whose value this is; empty for an argument
     */
    public String rewritePaths(String variable, String text) {
        return spared.contains(variable) ? text : paths.rewrite(text);
    }

    /** Puts addresses in place of names of pods, and free ports in place of taken ones. */
    public String rewriteNames(String variable, String text) {
        if (spared.contains(variable)) {
            return text;
        }
        boolean port = ("_" + variable).endsWith("_PORT") && PlainText.isNumber(text, 5);
        return port ? names.rewritePort(text) : names.rewrite(text);
    }
}
