package io.trainyard.testcluster.setup;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The objects and the configuration that make JobSet's webhooks work without pod networking.
 *
 * <p>The webhooks keep naming a Service, but the Service stands for {@code localhost} and the port is the controller's
 * own; so the API server checks the certificate for the Service's name, as in production. JobSet's own certificate
 * management is off: it insists on one fixed folder of the machine, which two clusters cannot share.
 */
public final class JobSetObjects {

    static final String NAMESPACE = "jobset-system";
    static final String SERVICE = "jobset-webhook-service";

    private static final Map<String, Object> PODS_OF_JOBSETS =
            Map.of("matchExpressions", List.of(Map.of("key", "jobset.sigs.k8s.io/jobset-name", "operator", "Exists")));

    private JobSetObjects() {}

    /**
     * The text of the controller's configuration file; its certificate lies in the folder of the certificate file.
     *
     * @param elastic whether the number of pods of a JobSet can change while it runs
     */
    public static String configuration(PortPlan ports, ServingCertificate certificate, boolean elastic) {
        return """
                apiVersion: config.jobset.x-k8s.io/v1alpha1
                kind: Configuration
                leaderElection: {leaderElect: false}
                internalCertManagement: {enable: false}
                webhook: {host: 127.0.0.1, port: %d, certDir: '%s'}
                metrics: {bindAddress: '0'}
                health: {healthProbeBindAddress: '127.0.0.1:%d'}
                clientConnection: {qps: 1000, burst: 2000}
                featureGates: {ElasticJobSet: %s}
                """
                .formatted(
                        ports.jobSetWebHooks(),
                        certificate.certificateFile().getParent(),
                        ports.jobSetHealth(),
                        elastic);
    }

    /**
     * The namespace, the Service and the webhook configurations, in the order in which they are to be applied.
     *
     * @param webHooks JobSet's own webhook manifest, as a YAML stream
     * @param port where the controller's webhook server listens
     * @param certificate the certificate of that server, in PEM
     */
    public static List<GenericKubernetesResource> all(String webHooks, int port, String certificate) {
        LoopbackService service = new LoopbackService(NAMESPACE, SERVICE, port, certificate);
        List<GenericKubernetesResource> objects = new ArrayList<>(service.objects());
        objects.addAll(
                service.configurations(webHooks, name -> "jobset-" + name, JobSetObjects::limitedToPodsOfJobSets));
        return objects;
    }

    /** As JobSet's own install does, or a stopped controller would keep every pod from being created. */
    private static Optional<Map<String, Object>> limitedToPodsOfJobSets(Map<String, Object> webHook) {
        if (LoopbackService.path(webHook).endsWith("-v1-pod")) {
            webHook.put("objectSelector", PODS_OF_JOBSETS);
        }
        return Optional.of(webHook);
    }
}
