package io.trainyard.local.kubelet.environment;

/** Adapts what is handed to a program to a machine where pods have neither names nor file systems of their own. */
public interface TextRewriter {
    /** Changes nothing. */
    TextRewriter NONE = new TextRewriter() {};

    /** What adapts the value of this variable. */
    default TextRewriter forVariable(String name) {
        return this;
    }

    /** Puts folders of this machine in place of mount paths. */
    default String rewritePaths(String text) {
        return text;
    }

    /**
     * Puts addresses in place of names of pods, and free ports in place of taken ones.
     *
     * @param variable the variable whose value this is; empty for an argument
     */
    default String rewriteNames(String variable, String text) {
        return text;
    }

    /** Both. */
    default String rewriteValue(String variable, String text) {
        return rewriteNames(variable, rewritePaths(text));
    }
}
