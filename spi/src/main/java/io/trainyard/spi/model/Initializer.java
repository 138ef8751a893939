package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Sources of the dataset and of the model, loaded before training starts.
 *
 * @param dataset source of the dataset, or null
 * @param model source of the pre-trained model, or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record Initializer(@Nullable InitializerSource dataset, @Nullable InitializerSource model) {}
