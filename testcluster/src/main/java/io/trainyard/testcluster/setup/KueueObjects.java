package io.trainyard.testcluster.setup;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The objects and the configuration with which Kueue runs: for Jobs, JobSets and TrainJobs. It makes its own certificates, which somebody has to put where it
 * looks for them, as a kubelet would: without that, it wants others in a folder that no two clusters can share. Queues are for the tests to make.
 */
public final class KueueObjects {
    public static final String NAMESPACE = "kueue-system";

    /** The Secret with its certificate; its keys are the names of the files. */
    public static final String SECRET = "kueue-webhook-server-cert";

    /** Definitions with versions that its webhook converts. */
    public static final List<String> CONVERTED = Stream.of(
                    "clusterqueues", "cohorts", "localqueues", "multikueueclusters", "workloads")
            .map(kind -> kind + ".kueue.x-k8s.io")
            .toList();

    private static final String SERVICE = "kueue-webhook-service";

    /** Of these its webhooks are called; those of kinds that are not installed or not asked for would only be in the way. */
    private static final Set<String> SUBJECTS =
            Set.of("job", "jobset", "trainjob", "clusterqueue", "cohort", "resourceflavor", "workload");

    private KueueObjects() {}

    /**
     * The text of the controller's configuration file.
     *
     * @param certificates the folder in which it looks for its certificate
     */
    public static String configuration(PortPlan ports, Path certificates) {
        return """
                apiVersion: config.kueue.x-k8s.io/v1beta2
                kind: Configuration
                namespace: %s
                leaderElection: {leaderElect: false}
                internalCertManagement: {enable: true, webhookServiceName: %s, webhookSecretName: %s}
                webhook: {host: 127.0.0.1, port: %d, certDir: '%s'}
                metrics: {bindAddress: '0'}
                health: {healthProbeBindAddress: '127.0.0.1:%d'}
                clientConnection: {qps: 300, burst: 500}
                integrations: {frameworks: [batch/job, jobset.x-k8s.io/jobset, trainer.kubeflow.org/trainjob]}
                """
                .formatted(NAMESPACE, SERVICE, SECRET, ports.kueueWebHooks(), certificates, ports.kueueHealth());
    }

    /**
     * The namespace, the Service, the empty Secret and the webhook configurations, in the order in which they are to be applied.
     *
     * @param webHooks Kueue's own webhook manifest, as a YAML stream
     * @param port where the controller's webhook server listens
     * @param certificate the certificate of that server, in PEM
     */
    public static List<GenericKubernetesResource> all(String webHooks, int port, String certificate) {
        LoopbackService service = new LoopbackService(NAMESPACE, SERVICE, port, certificate);
        List<GenericKubernetesResource> objects = new ArrayList<>(service.objects());
        objects.add(Serialization.unmarshal(
                """
                apiVersion: v1
                kind: Secret
                metadata: {name: %s, namespace: %s}
                """
                        .formatted(SECRET, NAMESPACE),
                GenericKubernetesResource.class));
        objects.addAll(service.configurations(
                webHooks,
                name -> "kueue-" + name,
                webHook -> isAsked(webHook) ? Optional.of(webHook) : Optional.empty()));
        return objects;
    }

    /** A JSON merge patch of the definitions in {@link #CONVERTED}. */
    public static String conversion(int port) {
        return """
                {"spec": {"conversion": {"strategy": "Webhook", "webhook": {"conversionReviewVersions": ["v1"],
                 "clientConfig": {"service": {"name": "%s", "namespace": "%s", "path": "/convert", "port": %d}}}}}}
                """
                .formatted(SERVICE, NAMESPACE, port);
    }

    /** Their names are an m or a v, the kind, and {@code .kb.io}. */
    private static boolean isAsked(Map<String, Object> webHook) {
        String name = String.valueOf(webHook.get("name"));
        return SUBJECTS.contains(name.substring(1).replace(".kb.io", ""));
    }
}
