package io.trainyard.local.kubelet.probe;

import io.trainyard.local.kubelet.spec.ProbeSpec;

/**
 * What a probe has said so far. Immutable.
 *
 * @param result what it amounts to; changes only after enough equal results in a row
 * @param last the latest result
 * @param inARow how often the latest one came in a row
 */
public record ProbeCount(boolean result, boolean last, int inARow) {

    /** Before the first result. */
    public static ProbeCount beginning(boolean result) {
        return new ProbeCount(result, result, 0);
    }

    /** After one more result. */
    public ProbeCount after(boolean latest, ProbeSpec spec) {
        int count = latest == last ? inARow + 1 : 1;
        int needed = latest ? spec.successThreshold() : spec.failureThreshold();
        return new ProbeCount(count >= needed ? latest : result, latest, count);
    }

    /** Whether it has just failed so often that the container counts as broken. */
    public boolean hasFailed(ProbeSpec spec) {
        return !last && inARow >= spec.failureThreshold();
    }
}
