package io.trainyard.local.kubelet.probe;

import io.trainyard.local.kubelet.spec.ProbeSpec;

/**
 * What a probe has said so far. Immutable.
 *
 * @param verdict what it amounts to; changes only after enough equal results in a row
 * @param last the latest result
 * @param inARow how often the latest result came in a row
 */
public record ProbeCount(boolean verdict, boolean last, int inARow) {

    /** Before the first result. */
    public static ProbeCount beginning(boolean verdict) {
        return new ProbeCount(verdict, verdict, 0);
    }

    /** After one more result. */
    public ProbeCount after(boolean result, ProbeSpec spec) {
        int count = result == last ? inARow + 1 : 1;
        int needed = result ? spec.successThreshold() : spec.failureThreshold();
        return new ProbeCount(count >= needed ? result : verdict, result, count);
    }

    /** Whether it has just failed so often that the container counts as broken. */
    public boolean isBroken(ProbeSpec spec) {
        return !last && inARow >= spec.failureThreshold();
    }
}
