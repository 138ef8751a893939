package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Which scheduler starts all pods together or none: at most one.
 *
 * @param coscheduling coscheduling, or null
 * @param volcano Volcano, or null
 * @param kai KAI, or null
 * @param plugin the policy of a vendor, or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PodGroupPolicy(
        @Nullable CoschedulingPolicy coscheduling,
        @Nullable VolcanoPolicy volcano,
        @Nullable KAIPolicy kai,
        @Nullable PluginPolicy plugin) {}
