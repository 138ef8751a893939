package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Topology levels for the KAI scheduler.
 *
 * @param topology name of the topology, or null
 * @param requiredTopologyLevel level that must hold, or null
 * @param preferredTopologyLevel level that should hold, or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record KAITopologyConstraint(
        @Nullable String topology, @Nullable String requiredTopologyLevel, @Nullable String preferredTopologyLevel) {}
