package io.trainyard.local.kubelet.naming;

import io.trainyard.foundation.regex.PlainText;
import io.trainyard.local.kubelet.environment.TextRewriter;
import java.util.Optional;

/** Adapts the texts of one container; counts what it changed. Not for several threads. */
public final class PodTextRewriter implements TextRewriter {
    private final PathTable paths;
    private final Optional<NameRewriter> names;
    private int changes;

    /**
     * A rewriter.
     *
     * @param names empty when names are left alone
     */
    public PodTextRewriter(PathTable paths, Optional<NameRewriter> names) {
        this.paths = paths;
        this.names = names;
    }

    @Override
    public String rewritePaths(String text) {
        return counted(text, paths.rewrite(text));
    }

    @Override
    public String rewriteNames(String variable, String text) {
        if (names.isEmpty()) {
            return text;
        }
        if (PortMentions.isPortVariable(variable) && PlainText.isNumber(text, 5)) {
            return counted(text, Integer.toString(names.get().port(Integer.parseInt(text))));
        }
        return counted(
                text,
                ServerPorts.areIn(variable)
                        ? names.get().rewriteServers(text)
                        : names.get().rewrite(text));
    }

    private String counted(String before, String after) {
        changes += before.equals(after) ? 0 : 1;
        return after;
    }

    /** How many texts are different now. */
    public int changes() {
        return changes;
    }
}
