package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Changes to the runtime template by one manager, in the current shape.
 *
 * @param manager who owns this patch, a domain-prefixed path
 * @param time when it was last changed, RFC 3339; set by the admission server; null when unknown
 * @param trainingRuntimeSpec a partial runtime spec as a JSON tree, or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record RuntimePatch(
        @Nullable String manager, @Nullable String time, @Nullable Map<String, Object> trainingRuntimeSpec) {}
