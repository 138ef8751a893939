package io.trainyard.plugins.flux;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.Environment;
import java.util.regex.Pattern;

/**
 * What users and runtimes set by variables of the container that trains; the container gets them all the same.
 *
 * @param viewImage image that brings Flux along
 * @param networkDevice interface that the brokers use
 * @param queuePolicy how the scheduler orders its queue
 */
record FluxSettings(String viewImage, String networkDevice, String queuePolicy) {
    static final String VIEW_IMAGE = "FLUX_VIEW_IMAGE";
    static final String NETWORK_DEVICE = "FLUX_NETWORK_DEVICE";
    static final String QUEUE_POLICY = "FLUX_QUEUE_POLICY";

    private static final FluxSettings DEFAULT =
            new FluxSettings("ghcr.io/converged-computing/flux-view-ubuntu:tag-jammy", "eth0", "fcfs");

    /** What may stand in the configuration of a broker without being quoted. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_][-A-Za-z0-9_.:@]{0,62}");

    /** Those of a container: the user's variable before the runtime's; one that is not literal counts as absent. */
    static FluxSettings of(ContainerView container) {
        Environment environment = container.environment();
        return new FluxSettings(
                value(environment, VIEW_IMAGE, DEFAULT.viewImage()),
                value(environment, NETWORK_DEVICE, DEFAULT.networkDevice()),
                value(environment, QUEUE_POLICY, DEFAULT.queuePolicy()));
    }

    private static String value(Environment environment, String name, String defaultValue) {
        return environment
                .find(name)
                .map(EnvVar::getValue)
                .filter(value -> !value.isBlank())
                .orElse(defaultValue);
    }

    /** True for a value that a broker's configuration can hold. */
    static boolean isPlain(String value) {
        return PLAIN.matcher(value).matches();
    }
}
