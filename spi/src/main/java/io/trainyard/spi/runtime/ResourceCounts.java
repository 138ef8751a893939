package io.trainyard.spi.runtime;

import io.fabric8.kubernetes.api.model.Quantity;
import io.trainyard.foundation.quantity.ResourceQuantity;
import io.trainyard.foundation.regex.LinearPattern;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Whole processors and accelerators of a container. Pure. */
public final class ResourceCounts {
    /** Accelerators whose names do not contain {@code gpu}; a star at the end of a name stands for any text. */
    public static final Set<String> DEFAULT_ACCELERATORS = Set.of(
            "amd.com/gpu",
            "aws.amazon.com/neuron",
            "aws.amazon.com/neuroncore",
            "aws.amazon.com/neurondevice",
            "cambricon.com/mlu*",
            "google.com/tpu",
            "gpu.intel.com/i915",
            "gpu.intel.com/xe",
            "habana.ai/gaudi",
            "huawei.com/Ascend*",
            "hygon.com/dcu");

    /** Network cards, which come with accelerators and are none. */
    private static final LinearPattern NETWORK =
            LinearPattern.of("rdma|infiniband|/.*(sriov|hostdev|netdev|network|nics?([^a-z]|$))"
                    + "|/(.*[^a-z])?(roce|efa|eni|hca|ib|vf)([^a-z]|$)");

    private static final BigDecimal MAX = BigDecimal.valueOf(Integer.MAX_VALUE);

    private ResourceCounts() {}

    /**
     * Accelerators that the container asks for: those of its requests; if there are none, those of its limits.
     *
     * @param furtherNames resource names that count besides those that contain {@code gpu}; a star at the end of one stands for any text
     */
    public static int accelerators(ContainerView container, Set<String> furtherNames) {
        int requested = accelerators(container.requests(), furtherNames);
        return requested > 0 ? requested : accelerators(container.limits(), furtherNames);
    }

    /**
     * Extended resources that the container asks for and that do not count as accelerators, by name. Network cards are left out.
     *
     * @param furtherNames as in {@link #accelerators}
     */
    public static List<String> uncountedDevices(ContainerView container, Set<String> furtherNames) {
        return Stream.of(container.requests(), container.limits())
                .flatMap(resources -> resources.entrySet().stream())
                .filter(resource -> resource.getKey().indexOf('/') >= 0 && wholeNumber(resource.getValue()) > 0)
                .map(Map.Entry::getKey)
                .filter(name -> !isAccelerator(name, furtherNames) && !isNetwork(name))
                .distinct()
                .sorted()
                .toList();
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
        return own.contains("gpu") && !isShare(own) && !isNetwork(resource);
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

    /** Whether a resource is an accelerator by its name alone, for those who know no configuration. */
    public static boolean isAccelerator(String name) {
        return name.indexOf('/') >= 0 && isAccelerator(name, DEFAULT_ACCELERATORS);
    }

    private static boolean isAccelerator(String name, Set<String> furtherNames) {
        if (furtherNames.contains(name) || name.startsWith("nvidia.com/mig-")) {
            return true;
        }
        String lower = name.toLowerCase(Locale.ROOT);
        String own = lower.substring(lower.indexOf('/') + 1);
        // Shares of one device (its memory, its cores) are not devices.
        return (lower.contains("gpu") || isAmong(furtherNames, name)) && !isShare(own) && !isNetwork(name);
    }

    private static boolean isAmong(Set<String> patterns, String name) {
        return patterns.stream()
                .anyMatch(pattern ->
                        pattern.endsWith("*") && name.startsWith(pattern.substring(0, pattern.length() - 1)));
    }

    private static boolean isNetwork(String name) {
        return NETWORK.isFoundIn(name.toLowerCase(Locale.ROOT));
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
