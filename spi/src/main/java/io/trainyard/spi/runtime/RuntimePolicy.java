package io.trainyard.spi.runtime;

import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.PodGroupPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The policies that the runtime selects (PIPE-20).
 *
 * @param mlPolicy framework and node count; null when the runtime has no {@code mlPolicy} at all
 * @param podGroupPolicy gang scheduler; null when none
 */
public record RuntimePolicy(@Nullable MLPolicy mlPolicy, @Nullable PodGroupPolicy podGroupPolicy) {}
