package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * What both kinds of runtime say.
 *
 * @param mlPolicy framework and node count, or null for the plain policy
 * @param podGroupPolicy gang scheduler, or null
 * @param template the JobSet to start from, or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record TrainingRuntimeSpec(
        @Nullable MLPolicy mlPolicy, @Nullable PodGroupPolicy podGroupPolicy, @Nullable JobSetTemplate template) {}
