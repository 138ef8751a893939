package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Gang scheduling by the coscheduling scheduler plugin.
 *
 * @param scheduleTimeoutSeconds seconds to wait for the whole gang; null or 0 means 60
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record CoschedulingPolicy(@Nullable Integer scheduleTimeoutSeconds) {}
