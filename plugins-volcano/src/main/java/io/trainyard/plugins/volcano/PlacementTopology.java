package io.trainyard.plugins.volcano;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * How close together the pods of a group are placed, in Volcano's own terms.
 *
 * @param mode {@code hard} or {@code soft}
 * @param highestTierAllowed the highest tier that the pods may span, or null
 * @param highestTierName the same by name, or null; never both
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PlacementTopology(
        @Nullable String mode, @Nullable Integer highestTierAllowed, @Nullable String highestTierName) {
    static final String HARD = "hard";
    static final String SOFT = "soft";
}
