package io.trainyard.testcluster.setup;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The objects and the configuration that make JobSet's web hooks work without pod networking (RC-3).
 *
 * <p>The web hooks keep naming a Service, but the Service stands for {@code localhost} and the port is the controller's
 * own; so the API server checks the certificate for the Service's name, as in production. JobSet's own certificate
 * management is off: it insists on one fixed folder of the machine, which two clusters cannot share.
 */
public final class JobSetObjects {

    static final String NAMESPACE = "jobset-system";
    static final String SERVICE = "jobset-webhook-service";

    private static final Map<String, Object> PODS_OF_JOBSETS =
            Map.of("matchExpressions", List.of(Map.of("key", "jobset.sigs.k8s.io/jobset-name", "operator", "Exists")));

    private JobSetObjects() {}

    /** The text of the controller's configuration file; its certificate lies in the folder of the certificate file. */
    public static String configuration(PortPlan ports, ServingCertificate certificate) {
        return """
                apiVersion: config.jobset.x-k8s.io/v1alpha1
                kind: Configuration
                leaderElection: {leaderElect: false}
                internalCertManagement: {enable: false}
                webhook: {host: 127.0.0.1, port: %d, certDir: '%s'}
                metrics: {bindAddress: '0'}
                health: {healthProbeBindAddress: '127.0.0.1:%d'}
                clientConnection: {qps: 1000, burst: 2000}
                """
                .formatted(ports.jobSetWebHooks(), certificate.certificateFile().getParent(), ports.jobSetHealth());
    }

    /**
     * The namespace, the Service and the web hook configurations, in the order in which they are to be applied.
     *
     * @param webHooks JobSet's own web hook manifest, as a YAML stream
     * @param port where the controller's web hook server listens
     * @param certificate the certificate of that server, in PEM
     */
    public static List<GenericKubernetesResource> all(String webHooks, int port, String certificate) {
        List<GenericKubernetesResource> objects = new ArrayList<>();
        objects.add(read(
                """
                apiVersion: v1
                kind: Namespace
                metadata: {name: %s}
                """
                        .formatted(NAMESPACE)));
        objects.add(read(
                """
                apiVersion: v1
                kind: Service
                metadata: {name: %s, namespace: %s}
                spec: {type: ExternalName, externalName: localhost}
                """
                        .formatted(SERVICE, NAMESPACE)));
        String authority = Base64.getEncoder().encodeToString(certificate.getBytes(StandardCharsets.US_ASCII));
        YamlDocuments.split(webHooks).stream()
                .map(JobSetObjects::read)
                .map(configuration -> pointedAt(configuration, port, authority))
                .forEach(objects::add);
        return objects;
    }

    private static GenericKubernetesResource pointedAt(
            GenericKubernetesResource configuration, int port, String authority) {
        configuration
                .getMetadata()
                .setName("jobset-" + configuration.getMetadata().getName());
        List<Object> changed = new ArrayList<>();
        for (Object webHook : list(configuration.getAdditionalProperties().get("webhooks"))) {
            changed.add(pointedAt(map(webHook), port, authority));
        }
        configuration.setAdditionalProperty("webhooks", changed);
        return configuration;
    }

    private static Map<String, Object> pointedAt(Map<String, Object> webHook, int port, String authority) {
        Map<String, Object> clientConfig = map(webHook.get("clientConfig"));
        Map<String, Object> service = map(clientConfig.get("service"));
        service.putAll(Map.of("name", SERVICE, "namespace", NAMESPACE, "port", port));
        clientConfig.putAll(Map.of("service", service, "caBundle", authority));
        webHook.put("clientConfig", clientConfig);
        if (String.valueOf(service.get("path")).endsWith("-v1-pod")) {
            // As JobSet's own install does, or a stopped controller would keep every pod from being created.
            webHook.put("objectSelector", PODS_OF_JOBSETS);
        }
        return webHook;
    }

    private static GenericKubernetesResource read(String yaml) {
        return Serialization.unmarshal(yaml, GenericKubernetesResource.class);
    }

    private static List<?> list(Object value) {
        if (value instanceof List<?> list) {
            return list;
        }
        throw new IllegalArgumentException("JobSet's web hook manifest has no list 'webhooks'");
    }

    private static Map<String, Object> map(Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException("JobSet's web hook manifest lacks an object where one must be");
        }
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((key, content) -> copy.put(String.valueOf(key), content));
        return copy;
    }
}
