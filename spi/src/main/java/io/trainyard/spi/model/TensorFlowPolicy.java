package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * TensorFlow, whose programs find each other through {@code TF_CONFIG}.
 *
 * @param port where the servers listen, 1 to 65535; null means 2222
 * @param successPolicy {@code Default} (the chief's end, else that of worker 0, is the end) or {@code AllWorkers}; null means {@code Default}
 * @param dynamicWorkers whether workers may come and go, each knowing only itself and the parameter servers; null means false
 * @param evaluatorInCluster whether the evaluator stands among the members of the cluster; null means false
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record TensorFlowPolicy(
        @Nullable Integer port,
        @Nullable String successPolicy,
        @Nullable Boolean dynamicWorkers,
        @Nullable Boolean evaluatorInCluster) {}
