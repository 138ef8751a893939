package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * One value reported by the training program.
 *
 * @param name 1 to 64 characters
 * @param value 1 to 64 characters
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record TrainerMetric(String name, String value) {}
