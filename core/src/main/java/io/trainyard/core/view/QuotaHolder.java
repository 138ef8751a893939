package io.trainyard.core.view;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Somebody who holds a part of a quota that a job waits for.
 *
 * @param kind of the object, such as {@code TrainJob}, {@code Workload} or {@code Pod}
 * @param namespace where it is; empty when the reader of the view may not know it
 * @param name its name; empty likewise
 * @param amounts what it holds: quantities by name of the resource, such as {@code nvidia.com/gpu}
 * @param since since when; empty when that is not known
 */
public record QuotaHolder(
        String kind, String namespace, String name, Map<String, String> amounts, Optional<Instant> since) {
    public QuotaHolder {
        amounts = Map.copyOf(amounts);
    }
}
