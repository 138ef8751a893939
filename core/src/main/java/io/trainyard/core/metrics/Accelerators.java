package io.trainyard.core.metrics;

import io.trainyard.foundation.regex.LinearPattern;
import java.util.Locale;

/** Which resources of a pod are accelerators: there is no list of them, only habits of naming. Pure. */
public final class Accelerators {
    private static final LinearPattern GPU = LinearPattern.of("gpu|/mig-");

    private static final LinearPattern OTHERS = LinearPattern.of("[./-](tpu|npu|mlu|gaudi|neuron|ascend)");

    /** Shares of a GPU that device plugins offer beside it; adding them to whole ones would mean nothing. */
    private static final LinearPattern SHARES = LinearPattern.of("mem|core|percent");

    private Accelerators() {}

    /**
     * True for resources such as {@code nvidia.com/gpu}, {@code nvidia.com/mig-1g.5gb}, {@code gpu.intel.com/i915} or {@code google.com/tpu}.
     *
     * @param resource name of a resource
     */
    public static boolean contain(String resource) {
        String name = resource.toLowerCase(Locale.ROOT);
        int slash = name.indexOf('/');
        if (slash < 0) {
            return false;
        }
        return (GPU.isFoundIn(name) && !SHARES.isFoundIn(name.substring(slash + 1))) || OTHERS.isFoundIn(name);
    }
}
