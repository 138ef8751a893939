package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.IntOrString;
import org.jspecify.annotations.Nullable;

/**
 * PyTorch: processes are started by torchrun. An empty object is the usual form.
 *
 * @param numProcPerNode a number, {@code auto}, {@code cpu} or {@code gpu}; null means {@code auto}
 * @param elasticPolicy bounds of an elastic job, or null
 * @param envInjection further containers, or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record TorchPolicy(
        @Nullable IntOrString numProcPerNode,
        @Nullable ElasticPolicy elasticPolicy,
        @Nullable EnvironmentInjection envInjection) {}
