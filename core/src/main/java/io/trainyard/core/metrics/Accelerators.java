package io.trainyard.core.metrics;

import java.util.Locale;
import java.util.regex.Pattern;

/** Which resources of a pod are accelerators: there is no list of them, only habits of naming. Pure. */
public final class Accelerators {
    private static final Pattern GPU = Pattern.compile("gpu|/mig-");

    private static final Pattern OTHERS = Pattern.compile("[./-](tpu|npu|mlu|gaudi|neuron|ascend)");

    /** Shares of a GPU that device plugins offer beside it; adding them to whole ones would mean nothing. */
    private static final Pattern SHARES = Pattern.compile("mem|core|percent");

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
        return (GPU.matcher(name).find()
                        && !SHARES.matcher(name.substring(slash + 1)).find())
                || OTHERS.matcher(name).find();
    }
}
