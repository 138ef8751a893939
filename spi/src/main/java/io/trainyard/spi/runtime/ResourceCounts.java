package io.trainyard.spi.runtime;

import io.fabric8.kubernetes.api.model.Quantity;
import io.trainyard.foundation.quantity.ResourceQuantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Whole processors and accelerators of a container. Pure. */
public final class ResourceCounts {
    /** Accelerators whose names do not contain {@code gpu}. */
    public static final Set<String> DEFAULT_ACCELERATORS =
            Set.of("amd.com/gpu", "gpu.intel.com/i915", "gpu.intel.com/xe", "habana.ai/gaudi");

    private static final BigDecimal MAX = BigDecimal.valueOf(Integer.MAX_VALUE);

    private ResourceCounts() {}

    /**
     * Accelerators that the container asks for: those of its requests; if there are none, those of its limits.
     *
     * @param furtherNames resource names that count besides those that contain {@code gpu}
     */
    public static int accelerators(ContainerView container, Set<String> furtherNames) {
        int requested = accelerators(container.requests(), furtherNames);
        return requested > 0 ? requested : accelerators(container.limits(), furtherNames);
    }

    /** Processors that the container asks for, rounded up: its request; if that is absent or zero, its limit; else 0. */
    public static int processors(ContainerView container) {
        int requested = wholeNumber(container.requests().get("cpu"));
        return requested > 0 ? requested : wholeNumber(container.limits().get("cpu"));
    }

    /**
     * Whole GPUs that the container asks for: of the first resource, by name, that is one and not a share of one; of its requests, if there are none of its
     * limits. Slices of a GPU do not count.
     */
    public static int gpus(ContainerView container) {
        int requested = gpus(container.requests());
        return requested > 0 ? requested : gpus(container.limits());
    }

    private static int gpus(Map<String, Quantity> resources) {
        return new TreeMap<>(resources)
                .entrySet().stream()
                        .filter(resource -> isWholeGpu(resource.getKey()))
                        .mapToInt(resource -> ResourceQuantity.parse(
                                        resource.getValue().toString())
                                .value()
                                .setScale(0, RoundingMode.FLOOR)
                                .min(MAX)
                                .intValue())
                        .filter(amount -> amount > 0)
                        .findFirst()
                        .orElse(0);
    }

    private static boolean isWholeGpu(String resource) {
        String own = resource.substring(resource.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        return own.contains("gpu") && !isShare(own);
    }

    private static int accelerators(Map<String, Quantity> resources, Set<String> furtherNames) {
        long sum = 0;
        for (Map.Entry<String, Quantity> resource : resources.entrySet()) {
            if (isAccelerator(resource.getKey(), furtherNames)) {
                sum += wholeNumber(resource.getValue());
            }
        }
        return (int) Math.min(sum, Integer.MAX_VALUE);
    }

    private static boolean isAccelerator(String name, Set<String> furtherNames) {
        if (furtherNames.contains(name) || name.startsWith("nvidia.com/mig-")) {
            return true;
        }
        String lower = name.toLowerCase(Locale.ROOT);
        String own = lower.substring(lower.indexOf('/') + 1);
        // Shares of one device (its memory, its cores) are not devices.
        return lower.contains("gpu") && !isShare(own);
    }

    private static boolean isShare(String own) {
        return own.contains("mem") || own.contains("core") || own.contains("percent");
    }

    private static int wholeNumber(@Nullable Quantity quantity) {
        if (quantity == null) {
            return 0;
        }
        BigDecimal amount = ResourceQuantity.parse(quantity.toString()).value();
        return amount.setScale(0, RoundingMode.CEILING)
                .max(BigDecimal.ZERO)
                .min(MAX)
                .intValue();
    }
}
