package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Gang scheduling by Volcano (API-133). The empty object turns it on.
 *
 * @param networkTopology placement close together, or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record VolcanoPolicy(@Nullable NetworkTopology networkTopology) {}
