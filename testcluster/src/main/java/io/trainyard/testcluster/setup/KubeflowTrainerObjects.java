package io.trainyard.testcluster.setup;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The objects and the configuration with which Kubeflow Trainer's controller runs. Its own certificate management is off: it insists on one fixed
 * folder of the machine, which two clusters cannot share.
 */
public final class KubeflowTrainerObjects {
    static final String NAMESPACE = "kubeflow-system";
    static final String SERVICE = "kubeflow-trainer-controller-manager";

    private KubeflowTrainerObjects() {}

    /**
     * The text of the controller's configuration file.
     *
     * @param sections YAML that is added; ends with a line break unless it is empty
     */
    public static String configuration(PortPlan ports, String sections) {
        return """
                apiVersion: config.trainer.kubeflow.org/v1alpha1
                kind: Configuration
                certManagement: {enable: false}
                webhook: {host: 127.0.0.1, port: %d}
                metrics: {bindAddress: '0'}
                health: {healthProbeBindAddress: '127.0.0.1:%d'}
                """
                        .formatted(ports.kubeflowTrainerWebHooks(), ports.kubeflowTrainerHealth())
                + sections;
    }

    /** Where it looks for {@code tls.crt} and {@code tls.key}, below its folder for temporary files. */
    public static String certificateFolder() {
        return "k8s-webhook-server/serving-certs";
    }

    /**
     * The namespace, the Service and the webhook configurations, in the order in which they are to be applied.
     *
     * @param webHooks its own webhook manifest, as a YAML stream
     * @param port where the controller's webhook server listens
     * @param certificate the certificate of that server, in PEM
     */
    public static List<GenericKubernetesResource> all(String webHooks, int port, String certificate) {
        LoopbackService service = new LoopbackService(NAMESPACE, SERVICE, port, certificate);
        List<GenericKubernetesResource> objects = new ArrayList<>(service.objects());
        objects.addAll(service.configurations(webHooks, KubeflowTrainerObjects::installedName, Optional::of));
        return objects;
    }

    private static String installedName(String name) {
        return (name.startsWith("mutating") ? "defaulter" : "validator") + ".trainer.kubeflow.org";
    }
}
