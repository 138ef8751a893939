package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Gang scheduling by the KAI scheduler (API-140 to API-143). The empty object turns it on.
 *
 * @param queue queue, or null
 * @param priorityClassName priority class, or null
 * @param topologyConstraint topology levels, or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record KAIPolicy(
        @Nullable String queue,
        @Nullable String priorityClassName,
        @Nullable KAITopologyConstraint topologyConstraint) {}
