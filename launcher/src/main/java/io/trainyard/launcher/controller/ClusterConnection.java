package io.trainyard.launcher.controller;

import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.RateLimit;
import io.trainyard.core.kube.ClientOptions;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.RequestLimits;
import io.trainyard.core.metrics.RestClientMetrics;
import io.trainyard.launcher.cli.controller.ControllerProcess;
import java.nio.file.Path;
import java.util.Optional;

/** Opens the client as the configuration says. */
final class ClusterConnection {
    private ClusterConnection() {}

    static Uni<KubeClient> open(EventLoop loop, ControllerProcess.Request request, MeterRegistry registry) {
        return open(loop, request, registry, limits(request.configuration().clientConnection()));
    }

    /** The same with other limits. */
    static Uni<KubeClient> open(
            EventLoop loop, ControllerProcess.Request request, MeterRegistry registry, RequestLimits limits) {
        ClientOptions options = ClientOptions.defaults()
                .withLimits(limits)
                .withMissingKindCheck(
                        request.configuration().trainyard().plugins().crdProbeInterval());
        Optional<Path> kubeconfig = request.kubeconfig();
        ClientOptions chosen = kubeconfig.map(options::withKubeconfig).orElse(options);
        return KubeClient.open(loop.context(), loop, chosen, new RestClientMetrics(registry)::answered);
    }

    private static RequestLimits limits(Optional<RateLimit> fixed) {
        return fixed.map(limit -> RequestLimits.DEFAULT.withRate(limit.perSecond(), limit.burst()))
                .orElseGet(RequestLimits.DEFAULT::withAdaptiveLimit);
    }
}
