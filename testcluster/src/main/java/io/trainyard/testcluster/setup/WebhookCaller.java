package io.trainyard.testcluster.setup;

import java.nio.file.Path;

/** As whom the API server calls webhooks: it shows a client certificate to those that ask for one. */
public final class WebhookCaller {
    private WebhookCaller() {}

    /**
     * The API server's configuration of its admission.
     *
     * @param kubeconfig the file with {@link #kubeconfig}
     */
    public static String configuration(Path kubeconfig) {
        return """
                apiVersion: apiserver.config.k8s.io/v1
                kind: AdmissionConfiguration
                plugins:
                  - name: MutatingAdmissionWebhook
                    configuration: &webhooks
                      {apiVersion: apiserver.config.k8s.io/v1, kind: WebhookAdmissionConfiguration, kubeConfigFile: '%s'}
                  - name: ValidatingAdmissionWebhook
                    configuration: *webhooks
                """
                .formatted(kubeconfig);
    }

    /** The certificate for every webhook. */
    public static String kubeconfig(ServingCertificate certificate) {
        return """
                apiVersion: v1
                kind: Config
                users:
                  - name: '*'
                    user: {client-certificate: '%s', client-key: '%s'}
                """
                .formatted(certificate.certificateFile(), certificate.keyFile());
    }
}
