package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Placement close together for Volcano, in either of two forms that do not mix.
 *
 * @param mode {@code hard} or {@code soft}, or null
 * @param highestTierAllowed tier number, or null
 * @param highestTierName tier name, or null
 * @param topologyKey node label of the other form, or null
 * @param networkPolicy {@code Best-effort} or {@code Strict} of the other form, or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record NetworkTopology(
        @Nullable String mode,
        @Nullable Integer highestTierAllowed,
        @Nullable String highestTierName,
        @Nullable String topologyKey,
        @Nullable String networkPolicy) {}
